import { expect, onTestFinished, test } from 'vitest';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import type { ResolveName } from '../../../src-server/delivery/connection/guarded-lookup';
import { receiver } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { sending } from '../../support/sending';

test('a proxy of the environment is not used: the connection goes to the checked address', async () => {
  const proxy = await receiver();
  const target = await receiver();
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.baseUrl;
  expect((await sending()(target.baseUrl)).result).toMatchObject({ kind: 'responded', status: 200 });
  expect([target.arrivals.length, proxy.connections()]).toEqual([1, 0]);
});

test('a redirect is an ordinary response and is not followed', async () => {
  const elsewhere = await receiver();
  const target = await receiver(() => ({ status: 307, headers: { location: elsewhere.baseUrl } }));
  expect((await sending()(target.baseUrl)).result).toMatchObject({ kind: 'responded', status: 307 });
  expect(elsewhere.arrivals).toHaveLength(0);
});

test('custom headers arrive with their names as given, except those that the sender sets', async () => {
  const target = await receiver();
  await sending()(target.baseUrl, {
    headers: {
      'X-Api-KEY': 'k',
      'content-Type': 'text/plain',
      'Webhook-Signature': 'v1,x',
      Host: 'elsewhere',
    },
  });
  const [arrival] = target.arrivals;
  expect(arrival?.rawHeaders).toContain('X-Api-KEY');
  expect(arrival?.headers).toMatchObject({
    'x-api-key': 'k',
    'content-type': 'application/json',
    'user-agent': 'Posthorn/1.2.3',
    host: `127.0.0.1:${target.port}`,
  });
  expect(arrival?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
});

test('user and password in the URL become basic authorization', async () => {
  const target = await receiver();
  await sending()(target.baseUrl.replace('//', '//us%40er:p%3Aw@'));
  expect(target.arrivals[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
  );
});

test('connections are reused', async () => {
  const target = await receiver();
  const send = sending();
  for (let i = 0; i < 5; i++) await send(target.baseUrl);
  expect(target.connections()).toBe(1);
});

test('of a long response the first 20,000 bytes are kept, cut between characters', async () => {
  const target = await receiver(() => ({ status: 200, body: `x${'é'.repeat(20_000)}` }));
  const { result } = await sending()(target.baseUrl);
  if (result.kind !== 'responded') throw new Error(result.kind);
  expect(result.text).toBe(`x${'é'.repeat(9_999)}`);
});

test('a binary response is kept in base64', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
  const target = await receiver(() => ({ status: 200, body: bytes }));
  const { result } = await sending()(target.baseUrl);
  expect(result).toMatchObject({ kind: 'responded', text: bytes.toString('base64') });
});

test('an endless response is cut off and counts by its status', async () => {
  const target = await receiver(() => 'endless');
  const { result } = await sending()(target.baseUrl);
  expect(result).toMatchObject({ kind: 'responded', status: 200 });
});

test('the time limit covers the whole exchange', async () => {
  const clock = new FakeClock();
  const target = await receiver(() => 'hang');
  const report = sending({ clock, timeoutMs: 15_000 })(target.baseUrl);
  await target.arrived(1);
  clock.advance(14_999);
  clock.advance(1);
  expect(await report).toMatchObject({ result: { kind: 'timed-out' }, written: true, durationMs: 15_000 });
});

test('a kept-alive connection that closes without a response counts as stale, a new one does not', async () => {
  const target = await receiver((_, count) => (count === 2 ? 'close' : { status: 200 }));
  const send = sending();
  await send(target.baseUrl);
  expect((await send(target.baseUrl)).result).toEqual({ kind: 'stale' });
  const strict = await receiver(() => 'close');
  expect((await send(strict.baseUrl)).result.kind).toBe('failed');
});

test.each([
  'http://127.0.0.1',
  'http://0x7f.1',
  'http://2130706433',
  'http://0177.0.0.1',
  'http://127.1',
  'http://[::ffff:127.0.0.1]',
  'http://[::1]',
  'http://0.0.0.0',
  'http://localhost',
])('%s is refused without opening a connection', async (spelling) => {
  const target = await receiver();
  const guard = createAddressGuard({ allowTargets: [], allowLoopback: false });
  let written = false;
  const leaves = () => {
    written = true;
    return true;
  };
  const { result } = await sending({ guard })(`${new URL(spelling).origin}:${target.port}/`, { leaves });
  expect(result).toMatchObject({ kind: 'blocked' });
  expect(target.connections()).toBe(0);
  expect(written).toBe(false);
});

test('a request that may not leave when its turn comes is withdrawn, and not a byte of it arrives', async () => {
  const target = await receiver();
  const send = sending();
  const onNew = await send(`${target.baseUrl}/`, { leaves: () => false });
  await send(`${target.baseUrl}/`); // leaves a connection to use again
  const onKept = await send(`${target.baseUrl}/`, { leaves: () => false });
  expect([onNew, onKept]).toMatchObject(
    [1, 2].map(() => ({ result: { kind: 'withdrawn' }, written: false })),
  );
  await send(`${target.baseUrl}/`);
  expect(target.arrivals).toHaveLength(2);
});

test('a name is refused when one of its addresses is', async () => {
  const target = await receiver();
  const resolve: ResolveName = (_, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
  const { result } = await sending({ resolve })(`http://mixed.test:${target.port}/`);
  expect(result).toEqual({ kind: 'blocked', exactReason: '10.0.0.1 is a private address' });
  expect(target.connections()).toBe(0);
});

test('a name is resolved only once, since a second response may differ', async () => {
  const target = await receiver();
  let questions = 0;
  const resolve: ResolveName = (_, done) => {
    questions += 1;
    done(null, [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
  };
  const send = sending({ resolve });
  expect((await send(`http://changing.test:${target.port}/`)).result).toMatchObject({ status: 200 });
  expect(questions).toBe(1);
  target.closeIdle();
  await expect
    .poll(async () => (await send(`http://changing.test:${target.port}/`)).result.kind)
    .toBe('blocked');
});

test('an unknown name and a refused connection are distinguished', async () => {
  const resolve: ResolveName = (_, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  expect((await sending({ resolve })('http://nowhere.test/')).result).toEqual({
    kind: 'failed',
    reason: 'the host name could not be found',
  });
  const gone = await startReceiver();
  await gone.close();
  expect((await sending()(gone.baseUrl)).result).toEqual({ kind: 'failed', reason: 'connection refused' });
});

test('names are resolved two at a time, and concurrent lookups of a name are shared', async () => {
  const target = await receiver();
  const open: { hostname: string; resolve: () => void }[] = [];
  const resolve: ResolveName = (hostname, done) =>
    open.push({ hostname, resolve: () => done(null, [{ address: '127.0.0.1', family: 4 }]) });
  const send = sending({ resolve });
  const reports = ['a', 'a', 'b', 'c'].map((name) => send(`http://${name}.test:${target.port}/`));
  await expect.poll(() => open.map(({ hostname }) => hostname)).toEqual(['a.test', 'b.test']);
  for (const lookup of open.splice(0)) lookup.resolve();
  await expect.poll(() => open.map(({ hostname }) => hostname)).toEqual(['c.test']);
  open[0]?.resolve();
  for (const { result } of await Promise.all(reports)) expect(result).toMatchObject({ status: 200 });
});
