import { setFlagsFromString } from 'node:v8';
import { systemClock } from './base/clock';
import { findBuiltParts } from './built-parts';
import { runBackup } from './cli/backup-command';
import { runRestore } from './cli/restore-command';
import { ConfigError, defaultDataDir, readConfig } from './config';
import { type RunningServer, startServer } from './server';
import { VERSION } from './version';

const HELP = `posthorn ${VERSION}: a webhook messaging service

Usage: posthorn serve [options]
       posthorn backup --out FILE     Copies the database, also while a server uses it.
       posthorn restore FILE          Puts a copy back; see "posthorn restore --help".

Options of serve:

  --port 8071             Port to listen on; 0 picks a free one.
  --host 127.0.0.1        Address to listen on.
  --data-dir DIR          Folder for the database and the admin token.
  --allow-target CIDR     Network that deliveries may reach although it is private. May be repeated.
  --retry-schedule 5,300  Seconds between tries of a failed delivery; "none" for one try only.
  --request-timeout 15    Seconds a receiver may take.
  --retention-days 90     Days that payloads, and what was delivered or failed, are kept.
  --disable-after-hours 120  Hours that everything to an endpoint may fail before it is disabled; 0: never.
  --log-level warn        silent, error, warn, info or debug.
  --metrics-token TOKEN   Lets a program on another machine read /metrics; better set in the environment.
  --workstation           You sit at this computer: deliveries may reach it, and the address to log in is printed.

Every option has an environment variable, like POSTHORN_DATA_DIR. POSTHORN_ADMIN_TOKEN sets the admin token.
When it accepts requests it prints "ready http://HOST:PORT".
`;

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'backup' || command === 'restore') return runTool(command, rest);
  if (args.includes('--help') || args.includes('-h') || command === 'help') return say(HELP);
  if (args.includes('--version')) return say(`${VERSION}\n`);
  if (command !== 'serve') {
    complain(
      command === undefined ? `Say what to do.\n\n${HELP}` : `There is no command "${command}".\n\n${HELP}`,
    );
    process.exitCode = 2;
    return;
  }
  try {
    await serve(rest);
  } catch (cause) {
    complain(`posthorn: ${cause instanceof Error ? cause.message : cause}\n`);
    process.exitCode = cause instanceof ConfigError ? 2 : 1;
  }
}

async function runTool(command: 'backup' | 'restore', args: readonly string[]): Promise<void> {
  const input = { args, env: process.env, defaultDataDir: defaultDataDir(process.env, process.platform) };
  const { exitCode, out, err } = await (command === 'backup'
    ? runBackup(input)
    : runRestore(input, systemClock));
  say(out);
  complain(err);
  process.exitCode = exitCode;
}

async function serve(args: readonly string[]): Promise<void> {
  boundGarbage();
  const config = readConfig(args, process.env, defaultDataDir(process.env, process.platform));
  const starting = startServer(config, findBuiltParts(import.meta.url));
  stopOnSignal(starting);
  const server = await starting;
  say(`ready ${server.baseUrl}\n`);
  if (!config.workstation) return;
  say(`admin pages: ${server.baseUrl}/#token=${server.adminToken}\n`);
  say('Open that address in a browser. For a window of its own, run "npm start" where Electron can run.\n');
}

/**
 * V8 lets a small heap grow to several times what is in use before it collects the old part of it. With a thousand
 * busy endpoints that is 100 MB of nothing; at half as much again it is 20, and costs no measurable processor time.
 * The desktop program starts the server in another way and leaves this as it is.
 */
function boundGarbage(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** The first signal stops in order, a second one ends at once. Also while it still starts. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let isStopping = false;
  const handle = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    try {
      await (await starting).stop();
      process.exit(0);
    } catch (cause) {
      complain(`posthorn: ${cause instanceof Error ? cause.message : cause}\n`);
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
