import { createServer } from 'node:net';

/**
 * The port to listen on: the preferred one if nothing listens there, otherwise 0, which lets the system choose. Another
 * program may still take it in between; then the server reports that, and is started again.
 */
export function freePort(preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(preferred, '127.0.0.1', () => probe.close(() => resolve(preferred)));
  });
}
