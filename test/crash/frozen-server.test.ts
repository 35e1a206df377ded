import { expect, test } from 'vitest';
import { randomNumbers } from '../support/random-numbers';
import { startReceiver } from '../support/receiver';
import { startPosthorn } from '../support/start-posthorn';
import { LONG_FORM } from './crash-size';

const LIMIT = 5;
const ENDPOINTS = 20;
const SENDS = LONG_FORM ? 10_000 : 300;

test.skipIf(process.platform === 'win32')(
  'a limit holds for the receiver while the server is stopped for 20 to 500 ms again and again',
  { timeout: 600_000 },
  async () => {
    const target = await startReceiver();
    const server = await startPosthorn();
    let isDone = false;
    try {
      const post = async (path: string, body: object) => {
        const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect(response.ok).toBe(true);
        return (await response.json()) as { id: string };
      };
      const { id } = await post('/app', { name: 'Frozen' });
      for (let n = 0; n < ENDPOINTS; n++) {
        await post(`/app/${id}/endpoint`, { url: `${target.baseUrl}/${n}`, rateLimit: LIMIT });
      }
      const freezing = freezeNowAndThen(server.pid, () => isDone);
      const longestPauseMs = watchPauses();
      for (let n = 0; n < SENDS / ENDPOINTS; n++) {
        await post(`/app/${id}/msg`, { eventType: 'a.b', payload: {} });
      }
      await target.arrived(SENDS);
      isDone = true;
      expect(await freezing).toBeGreaterThan(3);
      // This process shares the machine with others: at most that long after its arrival, it has read a request.
      const lateMs = longestPauseMs();
      for (let n = 0; n < ENDPOINTS; n++) {
        const arrivals = target.arrivals.filter(({ path }) => path === `/${n}`);
        expect(arrivals).toHaveLength(SENDS / ENDPOINTS);
        const spansMs = arrivals.slice(LIMIT).map(({ atMs }, nth) => atMs - (arrivals[nth]?.atMs ?? 0));
        expect(Math.min(...spansMs)).toBeGreaterThanOrEqual(1000 - lateMs);
      }
    } finally {
      isDone = true;
      await target.close();
      await server.dispose();
    }
  },
);

/** @returns ends it, and says how long this process did nothing at most */
function watchPauses(): () => number {
  let longestMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 1);
  return () => {
    clearInterval(timer);
    return longestMs;
  };
}

/** Stops a process for 20 to 500 ms and lets it run for as long, in turns. @returns how often */
async function freezeNowAndThen(pid: number, isDone: () => boolean): Promise<number> {
  const random = randomNumbers(11);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20 + 480 * random()));
  for (let times = 0; ; times++) {
    await pause();
    if (isDone()) return times;
    process.kill(pid, 'SIGSTOP');
    await pause();
    process.kill(pid, 'SIGCONT');
  }
}
