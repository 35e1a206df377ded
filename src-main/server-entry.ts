import { systemClock } from '../src-server/base/clock';
import { boundGarbage } from '../src-server/base/heap-growth';
import { findBuiltParts } from '../src-server/built-parts';
import { defaultDataDir, readConfig } from '../src-server/config';
import { type RunningServer, startServer } from '../src-server/server';
import { freePort } from './free-port';
import type { FromServer, ToServer } from './server-messages';

/**
 * What runs in the process that hosts the server: the same server as `posthorn serve`, started, stopped and asked by
 * messages of the desktop program. When that program dies, the system ends this process too, and the database is
 * intact, as after a power cut.
 */
let starting: Promise<RunningServer> | null = null;
let running: RunningServer | null = null;

// A process of its own, so what V8 does with garbage is ours to decide. Electron passes no flags of V8 to it.
boundGarbage(systemClock);
process.parentPort.on('message', ({ data }: { readonly data: ToServer }) => hear(data));
// Ctrl+C at a terminal reaches this process too. The desktop program hears it as well, and says when to stop.
process.on('SIGINT', () => {});

function hear(message: ToServer): void {
  switch (message.kind) {
    case 'start':
      void start(message);
      break;
    case 'stop':
      void stop();
      break;
    case 'pause-sending':
      // The next pulse says what came of it. A disk that cannot be written to is reported by the server itself.
      running?.control?.pauseSending(message.paused).then(pulse, pulse);
      break;
    case 'sleep':
      running?.control?.sleep();
      break;
    case 'wake':
      running?.control?.wake();
  }
}

async function start(message: Extract<ToServer, { kind: 'start' }>): Promise<void> {
  setInterval(pulse, PULSE_MS);
  pulse();
  try {
    const { baseUrl, adminToken } = await startHere(message);
    tellCertificate();
    tell({ kind: 'ready', baseUrl, adminToken });
    pulse();
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
  const startOn = async (port: number): Promise<RunningServer> => {
    starting = startServer(
      { ...config, port },
      {
        ...findBuiltParts(import.meta.url),
        secretKey,
        hosting: 'desktop',
        restart: () => void restart(startOn),
      },
    );
    running = await starting;
    running.control?.onTrouble((troubles) => tell({ kind: 'troubles', troubles }));
    return running;
  };
  return startOn(portIsGiven ? config.port : await freePort(preferredPort));
}

/** Restarts on the same port, as a restore requires. The desktop program handles failures from there on. */
async function restart(startOn: (port: number) => Promise<RunningServer>): Promise<void> {
  const before = running;
  if (!before) return;
  try {
    await before.stop();
    await startOn(before.port);
  } catch {
    process.exit(1);
  }
}

/** Lets requests in flight finish, closes the database, and exits. */
async function stop(): Promise<void> {
  tell({ kind: 'stopping', load: running?.control?.load() ?? null });
  try {
    await (await starting)?.stop();
    process.exit(0);
  } catch {
    process.exit(1);
  }
}

/** Says that the event loop turns, and what there is to do. Also while the server starts and stops. */
function pulse(): void {
  tellCertificate();
  const load = running?.control?.load();
  tell(load ? { kind: 'pulse', load } : { kind: 'starting' });
}

let toldCertificate: string | null = null;

/** Says which one the server has, if it is another one than was said last. */
function tellCertificate(): void {
  const certificate = running?.certificate() ?? toldCertificate;
  if (certificate === toldCertificate) return;
  toldCertificate = certificate;
  tell({ kind: 'certificate', certificate });
}

function tell(message: FromServer): void {
  process.parentPort.postMessage(message);
}

const PULSE_MS = 1_000;
