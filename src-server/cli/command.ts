import type { Clock } from '../base/clock';
import type { RenderCatalogLater } from '../contract/public-catalog';
import type { ExitCode } from './exit-code';
import type { Instance } from './instance';

/** One option of a command, for parsing and for the help. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** True: it may be repeated. */
  readonly multiple?: true;
  /** What follows it in the help, like FILE. */
  readonly value?: string;
  readonly help: string;
}

/** Of commands that change event types. */
export const NO_ANNOUNCE = {
  'no-announce': {
    type: 'boolean',
    help: 'Announces none of these changes, neither by operational webhooks nor to endpoints.',
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** What that option asks for. */
export function announceQuery({ has }: Pick<ParsedArgs, 'has'>): { readonly announce?: false } {
  return has('no-announce') ? { announce: false } : {};
}

/** One command of the program: what its help says, and what it does. */
export interface Command {
  /** One or two words, like `token create`. */
  readonly name: string;
  /** What follows the name, like `FILE [--dry-run]`. */
  readonly usage: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  /** What else users should know. */
  readonly about: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly string[];
  /** Fewest and most positional arguments. */
  readonly positionals: readonly [min: number, max: number];
  /** Which shared options it has: those of an instance, only the data folder, or none. */
  readonly asks: 'instance' | 'folder' | 'nothing';
  run(args: ParsedArgs): Promise<Outcome>;
}

/** The input of a command. */
export interface ParsedArgs {
  /** The positional arguments. */
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  list(option: string): readonly string[];
  has(option: string): boolean;
  readonly dataDir: string;
  readonly context: CliContext;
  /** The instance given by the options and the environment. Closed when the command ends. */
  instance(): Promise<Instance>;
  /** Another one, by its URL. */
  other(url: string, token: string): Instance;
}

/** The result of a command. */
export interface Outcome {
  /** Absent: 0. */
  readonly exitCode?: ExitCode;
  /** For `--json`: printed after `"ok": true`. */
  readonly json: object;
  /** For people, on standard output. Each is printed as one line, whatever text of others is in it. */
  readonly lines: readonly string[];
  /** For people, on standard error: what does not belong in a pipe. */
  readonly stderr?: readonly string[];
  /** A JSON document, printed in place of `lines`, even with `--json`. */
  readonly document?: string;
  /** Another document, printed in place of `lines`; with `--json`, `json` is printed and says the same. */
  readonly text?: string;
}

/** Everything outside the program that a command may use. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used when neither `--data-dir` nor POSTHORN_DATA_DIR is given. */
  readonly defaultDataDir: string;
  readonly clock: Clock;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  /** Standard input, complete. */
  readInput(): Promise<string>;
  /** Shows progress as one line, replacing the previous; "" removes it. Does nothing without a terminal. */
  progress(text: string): void;
  /**
   * Shows these lines and asks a question; true: the answer is yes. Absent: there is no terminal that could answer.
   */
  confirm?(lines: readonly string[], question: string): Promise<boolean>;
  /** A line of a command that runs on, for standard output. */
  print(text: string): void;
  /** What the public catalog is made from. */
  readonly pages: {
    readonly uiDir: string | null;
    readonly renderCatalog: RenderCatalogLater | null;
    /** Distinguishes the program that makes the pages from its other builds. Absent: pages are made each time. */
    readonly catalogProgram?: string | undefined;
  };
}

/** What the program prints, and how it exits. */
export interface CommandOutput {
  readonly exitCode: ExitCode;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly err: string;
}
