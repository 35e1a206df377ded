import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { ServerChild } from './local-server';
import type { ServerLog } from './server-log';

/**
 * A server process: its own Node, without a window, so that neither can stop the other. What it writes also goes to the
 * output of this program, for those who started it at a terminal.
 */
export function forkServer(log: ServerLog): ServerChild {
  const child = utilityProcess.fork(join(import.meta.dirname, 'server-entry.js'), [], {
    serviceName: 'Posthorn server',
    stdio: 'pipe',
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from?.setEncoding('utf8').on('data', (chunk: string) => {
      log.write(chunk);
      to.write(chunk);
    });
  }
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    // Its own `kill` only asks, and a process that hangs does not hear it.
    kill: () => {
      if (child.pid === undefined) return void child.kill();
      try {
        process.kill(child.pid, 'SIGKILL');
      } catch (cause) {
        // It has just ended by itself, and the news of it is on its way.
        if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
      }
    },
  };
}
