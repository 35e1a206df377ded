import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../base/clock';

/** How to start this program once more, as a process of its own. */
export interface ScratchProgram {
  readonly command: string;
  /** The arguments before `serve`. */
  readonly args: readonly string[];
  /** Variables that the process gets, besides those of a scratch server. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A server in a process of its own, with a data folder that nothing else uses. */
export interface ScratchServer {
  readonly baseUrl: string;
  /** From the start of the process until it accepted requests, in milliseconds. */
  readonly startedInMs: number;
  /** Ends it like a power cut, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** The admin token of a scratch server, which only this computer can reach, for a few seconds. */
interface ScratchOptions {
  readonly dataDir: string;
  readonly adminToken: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const START_DEADLINE_MS = 30_000;
/** Failed attempts are retried at once: what a kill cut off must not wait for minutes. */
const RETRY_SCHEDULE = '1,1,1,1,1,1,1,1';

/**
 * Starts the program on a free port of this computer and waits until it accepts requests. It ends by itself when this
 * process does, for whatever reason.
 * @throws Error when it does not start in time, or the signal aborts
 */
export async function startScratchServer(
  program: ScratchProgram,
  { dataDir, adminToken, clock, signal }: ScratchOptions,
): Promise<ScratchServer> {
  const beganUs = clock.monotonicUs();
  const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir, '--workstation'];
  const child = spawn(
    program.command,
    [...program.args, 'serve', ...flags, '--retry-schedule', RETRY_SCHEDULE, '--log-level', 'silent'],
    {
      env: {
        ...withoutOwn(program.env),
        POSTHORN_ADMIN_TOKEN: adminToken,
        POSTHORN_STOP_WITH_INPUT: '1',
      },
      // It reads nothing, but notices when this process is gone.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => {
    child.kill('SIGKILL');
    return gone;
  };
  try {
    const baseUrl = await ready(child, gone, clock, signal);
    return { baseUrl, startedInMs: Math.round((clock.monotonicUs() - beganUs) / 1000), kill };
  } catch (cause) {
    await kill();
    throw cause;
  }
}

/** This server's own settings must not reach the other one. */
function withoutOwn(env: ScratchProgram['env']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('POSTHORN_')));
}

function ready(child: ChildProcess, gone: Promise<void>, clock: Clock, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const deadline = clock.setTimer(START_DEADLINE_MS, () =>
      reject(new Error('The scratch server did not start in time.')),
    );
    const onAbort = () => reject(new Error('Stopped.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void gone.then(() => reject(new Error('The scratch server ended before it was ready.')));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-2000);
      const [, baseUrl] = /^ready (http:\/\/\S+)$/m.exec(text) ?? [];
      if (!baseUrl) return;
      deadline.cancel();
      resolve(baseUrl);
    });
  });
}
