import { afterEach, expect, test, vi } from 'vitest';
import { breakDisk } from '../../support/broken-disk';
import { type DeliveryRig, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Prevents any growth, as a full disk does: SQLite itself then fails with SQLITE_FULL. */
async function fillDisk(engine: DeliveryRig): Promise<void> {
  await pragma(engine, 'max_page_count = 1'); // SQLite makes it the size that the file has
  await engine.db.write((tx) => tx.run('CREATE TABLE filler (text TEXT)')).catch(() => undefined);
  const fill = (bytes: number) =>
    engine.db.write((tx) => tx.run('INSERT INTO filler VALUES (zeroblob(?))', [bytes]));
  for (let bytes = 1_000_000; bytes >= 1; bytes = Math.floor(bytes / 4)) {
    while (
      await fill(bytes).then(
        () => true,
        () => false,
      )
    );
  }
}

const freeDisk = (engine: DeliveryRig) => pragma(engine, 'max_page_count = 1000000');

async function pragma(engine: DeliveryRig, text: string): Promise<void> {
  await engine.db.write((tx) => tx.all(`PRAGMA ${text}`));
}

test('on a full disk a message is refused with 507, and accepted ones are still sent and finally recorded', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const target = await receiver(() => ({ after: opened, status: 200 }));
  const engine = await rig();
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 40);
  await fillDisk(engine);
  const large = JSON.stringify({ text: 'x'.repeat(20_000) });
  await expect(engine.send(large)).rejects.toMatchObject({
    status: 507,
    body: {
      code: 'disk_full',
      detail: 'The disk is full. Nothing was written; free some space and try again.',
    },
  });
  open();
  await target.arrived(40); // not held back by attempts that cannot be recorded yet
  await freeDisk(engine);
  await engine.recorded(40);
  expect(target.arrivals.map(numberIn).sort((a, b) => a - b)).toEqual(upTo(40));
  expect(await engine.rows(`SELECT state, count(*) AS count FROM delivery GROUP BY state`)).toEqual([
    { state: 'delivered', count: 40 },
  ]);
  expect(await engine.rows('SELECT 1 FROM message WHERE length(payload) > 10000')).toEqual([]);
  await engine.send('{"n":40}');
  await target.arrived(41);
});

test('on a failing disk a message is refused with 503, and delivery continues', async () => {
  const target = await receiver();
  const engine = await rig();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true });
  await sendNumbered(engine, 300); // more than the engine holds in memory: some have to be read
  const mend = breakDisk();
  await expect(engine.send()).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } });
  engine.delivery.endpointChanged({ ...endpoint, disabled: false });
  await target.arrived(50);
  await expect(engine.send()).rejects.toMatchObject({ status: 503 });
  mend();
  await engine.recorded(300);
  expect(target.arrivals.map(numberIn).sort((a, b) => a - b)).toEqual(upTo(300));
  expect(await engine.rows('SELECT DISTINCT state FROM delivery')).toEqual([{ state: 'delivered' }]);
});

test('a send that could not be recorded before the stop is sent again: nothing is lost', async () => {
  let isBroken = true;
  const target = await receiver();
  const engine = await rig({
    deliveries: (store) => ({
      ...store,
      finish: (result) => (isBroken ? Promise.reject(new Error('the disk is full')) : store.finish(result)),
    }),
  });
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 5);
  await target.arrived(5);
  engine.kill();
  isBroken = false;
  const again = await engine.restart();
  await again.recorded(5);
  expect(target.arrivals.map(numberIn).sort((a, b) => a - b)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(await again.rows('SELECT DISTINCT state FROM delivery')).toEqual([{ state: 'delivered' }]);
});
