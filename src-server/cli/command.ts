import { parseArgs } from 'node:util';
import { ConfigError } from '../config';

/** What a command gets from the outside. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used when neither `--data-dir` nor POSTHORN_DATA_DIR is given. */
  readonly defaultDataDir: string;
}

/** What a command has to say, and how the program is to end: 0 done, 1 could not be done, 2 wrongly asked. */
export interface CommandOutput {
  readonly exitCode: 0 | 1 | 2;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly err: string;
}

/** The arguments of a command that works on a data folder. */
export interface FolderArguments {
  readonly dataDir: string;
  readonly out: string | undefined;
  readonly files: readonly string[];
}

/**
 * Reads the arguments, does the work, and puts what came of it into words, or into JSON where `--json` is given:
 * then standard output is one object, `{"ok": true, ...}` or `{"ok": false, "error": "..."}`.
 * @param work throws ConfigError when it was wrongly asked
 * @param words what the person reads when it is done
 */
export async function runCommand<T extends object>(
  input: CommandInput,
  help: string,
  work: (given: FolderArguments) => Promise<T>,
  words: (result: T) => string,
): Promise<CommandOutput> {
  if (input.args.some((arg) => arg === '--help' || arg === '-h')) return { exitCode: 0, out: help, err: '' };
  const json = input.args.includes('--json');
  try {
    const result = await work(readArguments(input));
    return { exitCode: 0, out: json ? inJson({ ok: true, ...result }) : words(result), err: '' };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    const exitCode = cause instanceof ConfigError ? 2 : 1;
    return {
      exitCode,
      out: json ? inJson({ ok: false, error }) : '',
      err: json ? '' : `posthorn: ${error}\n`,
    };
  }
}

function readArguments({ args, env, defaultDataDir }: CommandInput): FolderArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'data-dir': { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const dataDir = values['data-dir'] ?? (env.POSTHORN_DATA_DIR || defaultDataDir);
    return { dataDir, out: values.out, files: positionals };
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause));
  }
}

function inJson(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
