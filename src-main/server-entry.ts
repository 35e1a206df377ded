import { findBuiltParts } from '../src-server/built-parts';
import { defaultDataDir, readConfig } from '../src-server/config';
import { type RunningServer, startServer } from '../src-server/server';
import { freePort } from './free-port';
import type { FromServer, ToServer } from './server-messages';

/**
 * What runs in the process that hosts the server: the same server as `posthorn serve`, started and stopped by messages
 * from the desktop program, which gets one of two answers. When that program dies, the system ends this process too,
 * and the database is intact, as after a power cut.
 */
let starting: Promise<RunningServer> | null = null;

process.parentPort.on('message', ({ data }: { readonly data: ToServer }) => {
  if (data.kind === 'stop') void stop();
  else void start(data);
});
// Ctrl+C at a terminal reaches this process too. The desktop program hears it as well, and says when to stop.
process.on('SIGINT', () => {});

async function start(message: Extract<ToServer, { kind: 'start' }>): Promise<void> {
  try {
    starting = startHere(message);
    const { baseUrl, adminToken } = await starting;
    tell({ kind: 'ready', baseUrl, adminToken });
  } catch (cause) {
    // No exit follows, which could overtake the message: its receiver ends the process.
    tell({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) });
  }
}

async function startHere({
  args,
  preferredPort,
  secretKey,
}: Extract<ToServer, { kind: 'start' }>): Promise<RunningServer> {
  const config = readConfig(
    ['--workstation', ...args],
    process.env,
    defaultDataDir(process.env, process.platform),
  );
  const portIsGiven = args.some((arg) => /^--port\b/.test(arg)) || Boolean(process.env.POSTHORN_PORT);
  const port = portIsGiven ? config.port : await freePort(preferredPort);
  const startOn = (at: number): Promise<RunningServer> =>
    startServer(
      { ...config, port: at },
      {
        ...findBuiltParts(import.meta.url),
        secretKey,
        hosting: 'desktop',
        restart: () => void restart(startOn),
      },
    );
  return startOn(port);
}

/** Restarts on the same port, as a restore requires. The desktop program handles failures from there on. */
async function restart(startOn: (port: number) => Promise<RunningServer>): Promise<void> {
  const before = await starting;
  if (!before) return;
  try {
    await before.stop();
    starting = startOn(Number(new URL(before.baseUrl).port));
    await starting;
  } catch {
    process.exit(1);
  }
}

/** Lets requests in flight finish, closes the database, and exits. */
async function stop(): Promise<void> {
  try {
    await (await starting)?.stop();
    process.exit(0);
  } catch {
    process.exit(1);
  }
}

function tell(message: FromServer): void {
  process.parentPort.postMessage(message);
}
