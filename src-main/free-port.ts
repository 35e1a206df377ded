import { createServer } from 'node:net';

/**
 * The port to listen on: the preferred one when nobody listens there, else 0, which lets the system choose.
 * Somebody may still take it in between; then the server says so, and is started again.
 */
export function freePort(preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(preferred, '127.0.0.1', () => probe.close(() => resolve(preferred)));
  });
}
