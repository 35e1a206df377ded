import { parseArgs } from 'node:util';
import { printable } from '../base/printable';
import { ConfigError } from '../config';
import { CliError } from './cli-error';
import type { CliContext, Command, CommandOption, CommandOutput, Outcome, ParsedArgs } from './command';
import { EXIT, type ExitCode } from './exit-code';
import { commandHelp, JSON_OPTION, SHARED_OPTIONS } from './help';
import { createInstance, type Instance } from './instance';
import { whichInstance } from './which-instance';

/**
 * Parses the arguments, runs the command, and prints the result in words, or as JSON with `--json`: standard output is
 * then one document, `{"ok": true, ...}` or `{"ok": false, "error": "..."}`.
 * @param args the arguments after the name of the command
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  context: CliContext,
): Promise<CommandOutput> {
  const behind = args.indexOf('--');
  const flags = behind < 0 ? args : args.slice(0, behind);
  if (flags.includes('--help') || flags.includes('-h')) return printed(commandHelp(command));
  const json = flags.includes('--json');
  const open: Instance[] = [];
  try {
    const progress = (text: string) => context.progress(printable(text));
    const print = (text: string) => (json ? undefined : context.print(printable(text)));
    const outcome = await command.run(read(command, args, { ...context, progress, print }, open));
    return inForm(outcome, json);
  } catch (cause) {
    return failed(cause, json, context.signal);
  } finally {
    context.progress('');
    await Promise.all(open.map((instance) => instance.close()));
  }
}

/** Text for standard output only. */
export function printed(out: string): CommandOutput {
  return { exitCode: EXIT.done, out, err: '' };
}

/** Everything that a command says is printed by this and by `failed`: names and errors may come from anywhere. */
function inForm({ exitCode = EXIT.done, json: result, ...outcome }: Outcome, json: boolean): CommandOutput {
  const err = json ? '' : linesOf(outcome.stderr ?? []);
  // The line breaks of a document are outside of its texts.
  const document = outcome.document ?? (json ? undefined : outcome.text);
  if (document !== undefined) {
    return { exitCode, out: document.split('\n').map(printable).join('\n'), err };
  }
  return { exitCode, out: json ? inJson({ ok: true, ...result }) : linesOf(outcome.lines), err };
}

function failed(cause: unknown, json: boolean, signal: AbortSignal): CommandOutput {
  const error = signal.aborted ? 'Stopped.' : cause instanceof Error ? cause.message : String(cause);
  const exitCode = signal.aborted ? EXIT.interrupted : exitCodeOf(cause);
  return {
    exitCode,
    out: json ? inJson({ ok: false, error }) : '',
    err: json ? '' : linesOf([`posthorn: ${error}`]),
  };
}

function exitCodeOf(cause: unknown): ExitCode {
  if (cause instanceof CliError) return cause.exitCode;
  return cause instanceof ConfigError ? EXIT.wrongUse : EXIT.no;
}

function read(command: Command, args: readonly string[], context: CliContext, open: Instance[]): ParsedArgs {
  const options = {
    ...command.options,
    ...SHARED_OPTIONS[command.asks],
    ...JSON_OPTION,
  };
  const { values, positionals } = parse(args, options);
  const [min, max] = command.positionals;
  if (positionals.length < min || positionals.length > max) {
    throw new ConfigError(
      `Usage: posthorn ${command.name} ${command.usage}. "posthorn help ${command.name}" explains more.`,
    );
  }
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const opened = (instance: Instance) => {
    open.push(instance);
    return instance;
  };
  return {
    positionals,
    text,
    list(name) {
      const value = values[name];
      return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
    },
    has: (name) => values[name] === true,
    dataDir: text('data-dir') ?? (context.env.POSTHORN_DATA_DIR || context.defaultDataDir),
    context,
    instance: async () => opened(createInstance(await whichInstance(text, context), context.signal)),
    other: (baseUrl, token) => opened(createInstance({ baseUrl, token, prove: null }, context.signal)),
  };
}

function parse(args: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause));
  }
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function inJson(value: object): string {
  return linesOf([JSON.stringify(value)]);
}
