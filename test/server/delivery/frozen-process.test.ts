import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Sender, SendReport } from '../../../src-server/delivery/connection/sender';
import { receiver } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { randomNumbers } from '../../support/random-numbers';
import { busiestSecond } from '../../support/receiver';
import { startScriptedEngine } from '../../support/scripted-engine';
import { sending } from '../../support/sending';

const ENDPOINTS = 20;
const SENDS = 10_000;

test.each([1, 2, 5])(
  'a limit of %i holds over 10,000 sends, while the process stands still for 20 to 500 ms at any moment',
  async (limit) => {
    const clock = new FakeClock();
    const random = randomNumbers(limit);
    const freezeAtTimes = () => random() < 0.05 && clock.freeze(20 + 480 * random());
    const arrivals = Array.from({ length: ENDPOINTS }, (): { readonly atMs: number }[] => []);
    let sent = 0;
    const sender: Sender = {
      send({ target }, leaves) {
        leaves();
        freezeAtTimes(); // before the bytes are written
        sent += 1;
        const writtenMs = clock.monotonicUs() / 1000;
        const lateMs = random() < 0.3 ? 10 * random() : 0;
        arrivals[Number(target.url.split('/').at(-1))]?.push({ atMs: writtenMs + lateMs });
        const report = new Promise<SendReport>((resolve) => {
          clock.setTimer(lateMs + 1, () => {
            const result = { kind: 'responded', status: 200, text: '', retryAfter: null } as const;
            resolve({ result, sentAt: clock.now(), durationMs: 1, written: true });
          });
        });
        return { opening: false, report };
      },
      dropRefused: () => undefined,
      close: () => undefined,
    };
    const engine = await startScriptedEngine({ clock, sender, limits: arrivals.map(() => limit) });
    for (let n = 0; n < SENDS; n++) engine.add(n % ENDPOINTS, n);
    while (sent < SENDS) {
      await engine.settled();
      freezeAtTimes();
      clock.advance(clock.nextTimerMs() ?? 0);
    }
    for (const list of arrivals) {
      expect(busiestSecond(list.sort((a, b) => a.atMs - b.atMs))).toBeLessThanOrEqual(limit);
    }
    const stopped = engine.stop();
    clock.advance(1000); // the last answers
    await stopped;
  },
);

test('microtasks of the turn in which a request leaves run after its bytes went to the system', async () => {
  const target = await receiver();
  const send = sending();
  const sockets: Socket[] = [];
  const onHeaders = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('undici:client:sendHeaders', onHeaders);
  onTestFinished(() => void unsubscribe('undici:client:sendHeaders', onHeaders));
  const states: object[] = [];
  const stateOf = (socket: Socket | undefined) => ({
    written: (socket?.bytesWritten ?? 0) > 0,
    waiting: socket?.writableLength,
  });
  const leaves = () => {
    const nth = states.length;
    queueMicrotask(() => states.push(stateOf(sockets[nth])));
    return true;
  };
  for (let n = 0; n < 2; n++) await send(target.baseUrl, { leaves }); // on a new connection, and on a kept one
  expect(states).toEqual(Array(2).fill({ written: true, waiting: 0 }));
});
