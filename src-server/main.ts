import { createInterface } from 'node:readline/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { systemClock } from './base/clock';
import { boundGarbage } from './base/heap-growth';
import { printable } from './base/printable';
import { findBuiltParts } from './built-parts';
import type { CliContext } from './cli/command';
import { ConfigError, defaultDataDir, readConfig, type ServerConfig } from './config';
import type { RunningServer } from './server';
import { VERSION } from './version';

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command !== 'serve' || rest.includes('--help') || rest.includes('-h')) return runOnce(args);
  try {
    await serve(rest);
  } catch (cause) {
    complainOf(cause);
    process.exitCode = cause instanceof ConfigError ? 2 : 1;
  }
}

/** Everything but `serve`. The first Ctrl+C stops cleanly, a second one ends the program at once. */
async function runOnce(args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const context = {
    env: process.env,
    defaultDataDir: defaultDataDir(process.env, process.platform),
    clock: systemClock,
    signal: stop.signal,
    readInput: () => text(addAbortSignal(stop.signal, process.stdin)),
    progress: showProgress,
    ...(process.stdin.isTTY && process.stderr.isTTY && { confirm: confirmWith(stop.signal) }),
    print: (line: string) => say(`${line}\n`),
    pages: findBuiltParts(import.meta.url),
  };
  const { posthorn } = await import('./cli/posthorn');
  const { exitCode, out, err } = await posthorn(args, context, VERSION);
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  say(out);
  complain(err);
  process.exitCode = exitCode;
}

/** One line at the bottom of the terminal, overwritten by the next. */
function showProgress(line: string): void {
  if (!process.stderr.isTTY) return;
  complain(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
}

/** Asks on standard error, so that a pipe gets the result alone. */
function confirmWith(signal: AbortSignal): NonNullable<CliContext['confirm']> {
  return async (lines, question) => {
    for (const line of lines) complain(`${printable(line)}\n`);
    const asking = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/i.test((await asking.question(question, { signal })).trim());
    } finally {
      asking.close();
    }
  };
}

async function serve(args: readonly string[]): Promise<void> {
  boundGarbage(systemClock);
  stopWithInput();
  const config = readConfig(args, process.env, defaultDataDir(process.env, process.platform));
  const host = createRestartable(config);
  stopOnSignal(host);
  const server = await host.start();
  say(`ready ${server.baseUrl}\n`);
  if (!config.workstation) return;
  say(`admin pages: ${server.baseUrl}/#token=${server.adminToken}\n`);
  say('Open that address in a browser. For a window of its own, run "npm start" where Electron can run.\n');
}

/** The server of this process. It can request a restart, as a restore needs; it then keeps its port. */
interface RestartableServer {
  start(): Promise<RunningServer>;
  /** Works during the start too. */
  stop(): Promise<void>;
}

function createRestartable(config: ServerConfig): RestartableServer {
  let running: Promise<RunningServer> | null = null;
  const scratchProgram = {
    command: process.execPath,
    args: [fileURLToPath(import.meta.url)],
    env: process.env,
  };
  const start = async (port: number): Promise<RunningServer> => {
    const { startServer } = await import('./server');
    return startServer(
      { ...config, port },
      { ...findBuiltParts(import.meta.url), scratchProgram, restart: () => void restart() },
    );
  };
  const startOn = (port: number): Promise<RunningServer> => {
    running = start(port);
    return running;
  };
  async function restart(): Promise<void> {
    const before = await running;
    if (!before) return;
    try {
      await before.stop();
      await startOn(before.port);
    } catch (cause) {
      complainOf(cause);
      process.exit(1);
    }
  }
  return {
    start: () => startOn(config.port),
    async stop() {
      await (await running)?.stop();
    },
  };
}

/** A server started by another one for an experiment must not outlive it: its input ends with that process. */
function stopWithInput(): void {
  if (process.env.POSTHORN_STOP_WITH_INPUT !== '1') return;
  process.stdin.resume().once('end', () => process.exit(0));
}

/** The first signal stops cleanly, a second one ends the program at once. Works during the start too. */
function stopOnSignal(server: Pick<RestartableServer, 'stop'>): void {
  let isStopping = false;
  const handle = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    try {
      await server.stop();
      process.exit(0);
    } catch (cause) {
      complainOf(cause);
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void handle());
  process.on('SIGINT', () => void handle());
}

function say(text: string): void {
  process.stdout.write(text);
}

function complain(text: string): void {
  process.stderr.write(text);
}

function complainOf(cause: unknown): void {
  complain(`posthorn: ${printable(cause instanceof Error ? cause.message : String(cause))}\n`);
}
