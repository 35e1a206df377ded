import { startReceiver } from '../support/receiver';
import { expect, test } from './desktop-test';
import { addEndpoint, callServer, sendMessages, TO_LOOPBACK } from './server-of';

test('a quit says what is on its way and what waits, and the next start sends the rest', async ({
  launch,
}) => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const receiver = await startReceiver(() => ({ after: released, status: 200 }));
  const desktop = await launch({ flags: TO_LOOPBACK });
  const { appId } = await addEndpoint(desktop, `${receiver.baseUrl}/`, { throttleRate: 5 });
  await sendMessages(desktop, appId, 500);
  await receiver.arrived(2);
  const ended = desktop.quit();
  const [box] = await desktop.recorded('dialog.showMessageBox');
  expect(box.message).toMatch(/^\d+ requests are on their way$/);
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
});

test('a second quit, and "Quit now", end it at once', async ({ launch }) => {
  const receiver = await startReceiver(() => 'hang');
  for (const press of [false, true]) {
    const desktop = await launch({ flags: TO_LOOPBACK });
    const { appId } = await addEndpoint(desktop, `${receiver.baseUrl}/`);
    const before = receiver.arrivals.length;
    await sendMessages(desktop, appId, 1);
    await receiver.arrived(before + 1);
    if (press) await desktop.answer('dialog.showMessageBox', 'Quit now');
    const begun = Date.now();
    const ended = desktop.quit();
    if (!press) {
      await desktop.recorded('dialog.showMessageBox');
      await desktop.run(({ app }) => app.quit()).catch(() => {});
    }
    expect(await ended).toBe(0);
    expect(Date.now() - begun).toBeLessThan(8_000); // the grace period alone is ten seconds
  }
  await receiver.close();
});

test('a quit without anything on its way says nothing', async ({ launch }) => {
  const desktop = await launch();
  await desktop.page();
  expect(await desktop.quit()).toBe(0);
  expect(await desktop.records('dialog.showMessageBox')).toEqual([]);
});
