import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../../out/main/posthorn.js');

/** The admin token of every server that a test starts. */
export const TEST_ADMIN_TOKEN = 'test-admin-token-0123456789abcdef';

/** The built server in its own process, as a person would start it. */
export interface RunningPosthorn {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Asks it to stop (SIGTERM by default) and resolves with its exit code, null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Kills it as a power failure would, and resolves when it is gone. The data folder stays. */
  kill(): Promise<void>;
  /** Everything it has written to standard output and standard error so far. */
  output(): string;
  /** Stops it if it is still running, and removes the data folder if it was created here. For the end of a test. */
  dispose(): Promise<void>;
}

/**
 * Starts `posthorn serve` on a free port and waits until it accepts requests.
 * @param options dataDir: an existing folder to reuse; otherwise a new one. args: additional flags. env: additional
 * variables. workstation: false for a server that does not allow local targets by default. mostOpenFiles: a limit as
 * set by `ulimit -n`. program: another build of it.
 * @throws Error with all of its output if it ends before it is ready
 */
export async function startPosthorn(
  options: {
    readonly dataDir?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly workstation?: boolean;
    readonly mostOpenFiles?: number;
    readonly program?: string;
  } = {},
): Promise<RunningPosthorn> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'posthorn-test-')));
  const mode = options.workstation === false ? [] : ['--workstation'];
  const flags = ['--port', '0', '--data-dir', dataDir, ...mode, ...(options.args ?? [])];
  const { mostOpenFiles } = options;
  const limited = mostOpenFiles ? ['sh', '-c', `ulimit -n ${mostOpenFiles}; exec "$0" "$@"`] : [];
  const [command = '', ...args] = [
    ...limited,
    process.execPath,
    options.program ?? PROGRAM,
    'serve',
    ...flags,
  ];
  const child = spawn(command, args, {
    env: { ...process.env, POSTHORN_ADMIN_TOKEN: TEST_ADMIN_TOKEN, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const output = collect(child);
  const baseUrl = await output.ready(ended);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return {
    baseUrl,
    adminToken: options.env?.POSTHORN_ADMIN_TOKEN ?? TEST_ADMIN_TOKEN,
    dataDir,
    pid: child.pid ?? 0,
    stop,
    kill: async () => {
      await stop('SIGKILL');
    },
    output: output.text,
    dispose: async () => {
      await stop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function collect(child: ChildProcess) {
  let text = '';
  let onText = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      onText();
    });
  }
  return {
    text: () => text,
    /** The address on the line `ready http://HOST:PORT`. */
    ready: (ended: Promise<number | null>) =>
      new Promise<string>((resolve, reject) => {
        onText = () => {
          const line = /^ready (http:\/\/\S+)$/m.exec(text);
          if (line?.[1]) resolve(line[1]);
        };
        void ended.then((code) =>
          reject(new Error(`posthorn ended with code ${code} before it was ready:\n${text}`)),
        );
      }),
  };
}
