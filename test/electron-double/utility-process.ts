import { type ChildProcess, fork } from 'node:child_process';
import { theApp } from './app';
import { record } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { preventable } from './preventable';
import { Emitter, strict } from './strict';

/** A process of the program: forked, with the port to its parent that a utility process of Electron has. */
class Utility extends Emitter implements Covered<Electron.UtilityProcess, 'utility'> {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const port = new URL('./parent-port.mjs', import.meta.url).href;
    this.#child = fork(modulePath, [...args], {
      // Without the options of this process, which has the double loaded.
      execArgv: ['--import', port, ...(options.execArgv ?? [])],
      stdio: ['ignore', ...outputs(options.stdio), 'ipc'],
      ...(options.env ? { env: options.env as NodeJS.ProcessEnv } : {}),
      ...(options.cwd ? { cwd: options.cwd } : {}),
    });
    const { serviceName = 'Node Utility Process' } = options;
    record('utilityProcess.fork', serviceName, this.#child.pid, options.execArgv ?? []);
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => {
      const exitCode = code ?? 128 + (SIGNALS[signal ?? ''] ?? 0);
      record('utilityProcess exit', serviceName, exitCode);
      this.emit('exit', exitCode);
      const reason = signal ? 'killed' : code === 0 ? 'clean-exit' : 'abnormal-exit';
      if (reason !== 'clean-exit')
        theApp.emit('child-process-gone', preventable({}), {
          type: 'Utility',
          reason,
          exitCode,
          serviceName: 'node.mojom.NodeService',
          name: serviceName,
        });
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }
  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout;
  }
  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }
  postMessage(message: unknown, transfer?: readonly unknown[]): void {
    if (transfer) throw new TypeError('The double of Electron transfers no ports.');
    // One to a process that has just ended is dropped, as there; without the callback it would end the program.
    if (this.#child.connected) this.#child.send(structuredClone(message) as object, () => {});
  }
  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

function outputs(stdio: Electron.ForkOptions['stdio'] = 'inherit'): ('pipe' | 'ignore' | 'inherit')[] {
  const [, out = 'inherit', err = 'inherit'] = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  return [out, err] as ('pipe' | 'ignore' | 'inherit')[];
}

const SIGNALS: Readonly<Record<string, number>> = { SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/** See Electron's `utilityProcess`. */
export const utilityProcess = strict(
  'utilityProcess',
  {
    fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
      strict(
        'utility',
        new Utility(modulePath, args, options),
        MEMBERS.utility,
        EVENTS.utility,
      ) as unknown as Electron.UtilityProcess,
  } satisfies Pick<typeof Electron.UtilityProcess, 'fork'>,
  MEMBERS.utilityProcess,
);
