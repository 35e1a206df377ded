import type { Clock } from '../base/clock';
import type { RenderCatalogLater } from '../contract/public-catalog';
import type { ExitCode } from './exit-code';
import type { Instance } from './instance';

/** One option of a command, as it is read and as the help shows it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** True: it may be repeated. */
  readonly multiple?: true;
  /** What stands behind it in the help, like FILE. */
  readonly value?: string;
  readonly help: string;
}

/** One command of the program: what its help says, and what it does. */
export interface Command {
  /** One or two words, like `token create`. */
  readonly name: string;
  /** What stands behind the name, like `FILE [--dry-run]`. */
  readonly usage: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  /** What else a person should know. */
  readonly about: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly string[];
  /** Fewest and most words behind the name that are no options. */
  readonly positionals: readonly [min: number, max: number];
  /** Which of the options that all have in common it knows: those of an instance, or the data folder alone. */
  readonly asks: 'instance' | 'folder';
  run(args: ParsedArgs): Promise<Outcome>;
}

/** What a command was given. */
export interface ParsedArgs {
  /** The words that are no options. */
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  list(option: string): readonly string[];
  has(option: string): boolean;
  readonly dataDir: string;
  readonly context: CliContext;
  /** The instance that the options and the environment speak of. Closed when the command ends. */
  instance(): Promise<Instance>;
  /** Another one, by its address. */
  other(url: string, token: string): Instance;
}

/** What came of a command. */
export interface Outcome {
  /** Absent: 0. */
  readonly exitCode?: ExitCode;
  /** For `--json`: printed after `"ok": true`. */
  readonly json: object;
  /** For a person, on standard output. */
  readonly message: string;
  /** For a person, on standard error: what does not belong into a pipe. */
  readonly stderr?: string;
  /** Printed as it is, with `--json` too: the output is a document by itself. */
  readonly document?: string;
}

/** Everything outside the program that a command may use. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used when neither `--data-dir` nor POSTHORN_DATA_DIR is given. */
  readonly defaultDataDir: string;
  readonly clock: Clock;
  /** Aborts at Ctrl+C. */
  readonly signal: AbortSignal;
  /** Standard input, whole. */
  readInput(): Promise<string>;
  /** Shows what is going on, in place of what it showed before; "" takes it away. Does nothing without a terminal. */
  progress(text: string): void;
  /** What the public catalog is made with. */
  readonly pages: { readonly uiDir: string | null; readonly renderCatalog: RenderCatalogLater | null };
}

/** What the program has to say, and how it is to end. */
export interface CommandOutput {
  readonly exitCode: ExitCode;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly err: string;
}
