import { newSignal } from '../support/new-signal';
import { startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import type { Desktop, LaunchOptions } from './desktop';
import { expect, type Launch, test } from './desktop-test';
import { addEndpoint, callServer, sendMessages, TO_LOOPBACK } from './server-of';
import { slowStart } from './slow-start';

// Held by `drain-words.test.ts`, `engine-restart.test.ts` and the test of "Quit now".
test(
  'a quit tells the requests in flight and the waiting deliveries, and the next start sends the rest',
  AT_NIGHT,
  async ({ launch }) => {
    const [released, release] = newSignal();
    const receiver = await startReceiver(() => ({ after: released, status: 200 }));
    const desktop = await launch({ flags: TO_LOOPBACK });
    await desktop.recorded('window show'); // which the box belongs to
    const { appId } = await addEndpoint(desktop, `${receiver.baseUrl}/`, { throttleRate: 5 });
    await sendMessages(desktop, appId, 500);
    await receiver.arrived(2);
    const ended = desktop.quit();
    const [box] = await desktop.recorded('dialog.showMessageBox');
    expect(box.message).toMatch(/^\d+ requests are in flight$/);
    const onWay = Number.parseInt(box.message, 10);
    const [, waiting] = /(\d+) more deliveries wait, and go on at the next start/.exec(box.detail) ?? [];
    expect(onWay + Number(waiting)).toBe(500);
    release();
    expect(await ended).toBe(0);
    const sent = receiver.arrivals.length;
    expect(sent).toBeLessThan(500);

    const again = await launch({ userData: desktop.userData, flags: TO_LOOPBACK });
    await again.page();
    const { load } = await callServer<{ load: { waitingDeliveries: number } }>(again, 'GET', '/service');
    expect(load.waitingDeliveries).toBeGreaterThanOrEqual(500 - receiver.arrivals.length); // nothing was lost
    expect(load.waitingDeliveries).toBeLessThanOrEqual(500 - sent); // and what arrived does not wait again
    await receiver.arrived(sent + 3);
    await receiver.close();
    await again.quit();
  },
);

/** A program with one request on its way, to a receiver that never answers. */
async function whileSending(launch: Launch, options: LaunchOptions = {}) {
  const receiver = await startReceiver(() => 'hang');
  const desktop = await launch({ flags: TO_LOOPBACK, ...options });
  await desktop.recorded('window show');
  const { appId } = await addEndpoint(desktop, `${receiver.baseUrl}/`);
  await sendMessages(desktop, appId, 1);
  await receiver.arrived(1);
  return { desktop, receiver };
}

/** A real Electron that has ended leaves nobody to ask. */
async function expectServerEnded(desktop: Desktop, exitCode: number): Promise<void> {
  if (desktop.kind === 'double')
    expect(await desktop.records('utilityProcess exit')).toEqual([['Posthorn server', exitCode]]);
}

const KILLED = 128 + 9;

test(
  'a second quit ends the program without waiting for requests in flight',
  AT_NIGHT,
  async ({ launch }) => {
    const { desktop, receiver } = await whileSending(launch);
    await desktop
      .run(({ app }) => {
        app.quit();
        app.quit();
      })
      .catch(() => {});
    expect(await desktop.ended).toBe(0);
    await expectServerEnded(desktop, KILLED);
    await receiver.close();
  },
);

test('"Quit now" ends the program without waiting for requests in flight', async ({ launch }) => {
  const { desktop, receiver } = await whileSending(launch);
  await desktop.answer('dialog.showMessageBox', 'Quit now');
  expect(await desktop.quit()).toBe(0);
  if (desktop.kind === 'double') {
    const [box] = await desktop.records('dialog.showMessageBox');
    expect(box).toMatchObject([{ message: '1 request is in flight' }]);
  }
  await expectServerEnded(desktop, KILLED);
  await receiver.close();
});

test(
  'a quit tells the requests in flight of a server that is slow to report them',
  AT_NIGHT,
  async ({ launch }) => {
    const { desktop, receiver } = await whileSending(launch, { machine: { timers: { 500: 0 } } });
    const [, pid] = await desktop.recorded('utilityProcess.fork');
    process.kill(pid, 'SIGSTOP');
    await desktop.run(({ app }) => {
      app.quit();
      return new Promise((done) => setTimeout(done, 500)); // whatever it does that long after a quit comes before
    });
    process.kill(pid, 'SIGCONT');
    const [box] = await desktop.recorded('dialog.showMessageBox');
    expect(box.message).toBe('1 request is in flight');
    expect(await desktop.records('window hide')).toEqual([]);
    await desktop.run(({ app }) => app.quit()).catch(() => {});
    expect(await desktop.ended).toBe(0);
    await receiver.close();
  },
);

// Held by `local-server.test.ts`.
test(
  'a quit during a slow start lets the server exit with 0 once it has started',
  AT_NIGHT,
  async ({ launch }) => {
    const { userData, finishStart } = await slowStart();
    const desktop = await launch({ userData });
    await desktop.recorded('utilityProcess.fork');
    const ended = desktop.quit();
    await finishStart();
    expect(await ended).toBe(0);
    await expectServerEnded(desktop, 0);
  },
);
