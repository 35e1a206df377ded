import { messageInRaw } from 'svix';
import { messageInRaw as messageInRaw1 } from 'svix-1';
import { describe, expect, test } from 'vitest';
import { fileBench } from '../bench';
import { type Loose, VERSIONS } from '../clients';

/** Messages and their attempts, with every client: 40 to 57 of the list in section-e.ts. */

const bench = fileBench();

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const last = () => bench.wire.exchanges.at(-1);
  const refused = (code: number, pending: Promise<unknown>) =>
    expect(pending).rejects.toMatchObject({ code });
  const idsOf = ({ data }: Loose) => data.map(({ id }: Loose) => id);
  const failing = () => `${bench.receiver.baseUrl}/fail`;

  test('a message is made, read and listed, by channel, and without its payload when that is not wanted', async () => {
    const app = await bench.app();
    const body = { eventType: 'order.paid', payload: { n: 1 }, channels: ['a'] };
    const { id } = await call('message.create', app, body);
    const other = await bench.message(app);
    const wanted = { withContent: true };
    expect(await call('message.get', app, id, wanted)).toMatchObject({
      id,
      payload: { n: 1 },
      channels: ['a'],
    });
    expect(idsOf(await call('message.list', app, wanted))).toEqual([other, id]);
    expect(idsOf(await call('message.list', app, { channel: 'a' }))).toEqual([id]);
    const bare = await call('message.list', app, { withContent: false });
    expect(bare.data.map(({ payload }: Loose) => payload)).toEqual([{}, {}]);
  });

  test('a message that fails is recorded as that', async () => {
    const app = await bench.app();
    await bench.endpoint(app, { url: failing() });
    const id = await bench.message(app);
    await bench.attempts(app, id);
    const { data } = await call('messageAttempt.listByMsg', app, id, { withContent: true });
    expect(data).toMatchObject([{ status: 2, responseStatusCode: 500, response: 'broken', triggerType: 0 }]);
  });

  test('a payload that was removed reads as expired', async () => {
    const app = await bench.app();
    const id = await bench.message(app);
    await call('message.expungeContent', app, id);
    expect((await call('message.get', app, id, { withContent: true })).payload).toEqual({ expired: true });
    const endpoint = await bench.endpoint(app);
    await refused(400, call('messageAttempt.resend', app, id, endpoint));
  });

  test('an event id is there once in an application', async () => {
    const [app, other] = [await bench.app(), await bench.app()];
    const create = (where: string) =>
      call('message.create', where, { eventType: 'a', eventId: 'once', payload: { n: 1 } });
    const { id } = await create(app);
    await refused(409, create(app));
    expect((await create(other)).id).not.toBe(id);
    expect((await call('message.get', app, 'once')).id).toBe(id);
  });

  test('what is no message is refused: a payload that is no object or too large, names that cannot be', async () => {
    const app = await bench.app();
    const create = (body: object) => call('message.create', app, { eventType: 'a', payload: {}, ...body });
    for (const body of [
      { payload: 'text' },
      { payload: [1] },
      { eventType: 'a b' },
      { eventType: '' },
      { eventId: 'a b' },
      { channels: ['a b'] },
      { channels: [...'abcdefghijk'] },
      { tags: [...'abcdef'] },
    ])
      await refused(422, create(body));
    await refused(413, create({ payload: { text: 'x'.repeat(8_000_000) } }));
  });

  test('a raw payload is delivered as it is, with its content type; an object arrives in the compact form that was sent', async () => {
    const app = await bench.app();
    await bench.endpoint(app);
    const before = bench.receiver.arrivals.length;
    const raw = '<order>\n  <n>1.50</n>\n</order>';
    // The oldest client has the field, but no helper for it.
    const bodies = {
      '1.24': {
        eventType: 'a',
        payload: {},
        transformationsParams: { rawPayload: raw, headers: { 'content-type': 'text/xml' } },
      },
      '1.99': messageInRaw1('a', raw, 'text/xml'),
      '2.5': messageInRaw('a', raw, 'text/xml'),
    };
    await call('message.create', app, bodies[version]);
    await bench.receiver.arrived(before + 1);
    const arrival = bench.receiver.arrivals[before];
    expect([arrival?.body.toString(), arrival?.headers['content-type']]).toEqual([raw, 'text/xml']);
    await call('message.create', app, { eventType: 'a', payload: { n: 1.5, list: [1, { a: 'b c' }] } });
    await bench.receiver.arrived(before + 2);
    expect(bench.receiver.arrivals[before + 1]?.body.toString()).toBe('{"n":1.5,"list":[1,{"a":"b c"}]}');
  });

  test('a message may describe its application, which is made once and under the name in the path', async () => {
    const uid = bench.fresh('app');
    const create = (application?: object) =>
      call('message.create', uid, { eventType: 'a', payload: {}, ...(application && { application }) });
    await refused(404, create());
    await refused(422, create({ name: 'No uid' }));
    await refused(422, create({ name: 'Other uid', uid: 'other' }));
    await create({ name: 'First', uid });
    await create({ name: 'Second', uid });
    expect((await call('application.get', uid)).name).toBe('First');
    expect(idsOf(await call('message.list', uid))).toHaveLength(2);
  });

  test.each([
    [200, 0],
    [204, 0],
    [403, 2],
    [500, 2],
  ])('a response of %i is kept as the attempt that it is', async (code, status) => {
    const app = await bench.app();
    await bench.endpoint(app, { url: `${bench.receiver.baseUrl}/status/${code}` });
    const id = await bench.message(app);
    await bench.attempts(app, id);
    const { data } = await call('messageAttempt.listByMsg', app, id);
    expect(data).toMatchObject([{ status, responseStatusCode: code }]);
    expect(data[0].responseDurationMs ?? 0).toBeGreaterThanOrEqual(0);
  });

  test('a receiver that is not there is an attempt with the status 0', async () => {
    const app = await bench.app();
    await bench.endpoint(app, { url: 'http://127.0.0.1:9/' });
    const id = await bench.message(app);
    await bench.attempts(app, id);
    const { data } = await call('messageAttempt.listByMsg', app, id);
    expect(data).toMatchObject([{ status: 2, responseStatusCode: 0 }]);
  });

  test('messages of an endpoint are found by what became of them; a success is not sending any more', async () => {
    const app = await bench.app();
    const [good, bad] = [await bench.endpoint(app), await bench.endpoint(app, { url: failing() })];
    const id = await bench.message(app);
    await bench.attempts(app, id, 2);
    const found = async (endpoint: string, status: number) =>
      idsOf(await call('messageAttempt.listAttemptedMessages', app, endpoint, { status }));
    expect([await found(good, 0), await found(good, 2), await found(good, 3)]).toEqual([[id], [], []]);
    expect([await found(bad, 0), await found(bad, 2), await found(bad, 1)]).toEqual([[], [id], []]);
    const [row] = (await call('messageAttempt.listAttemptedMessages', app, bad)).data;
    expect([row.status, last()?.json.data[0].statusText]).toEqual([2, 'fail']);
  });

  test('destinations of a message are told, deleted ones as well', async () => {
    const app = await bench.app();
    const [first, second] = [await bench.endpoint(app), await bench.endpoint(app)];
    const id = await bench.message(app);
    await bench.attempts(app, id, 2);
    await call('endpoint.delete', app, first);
    const { data } = await call('messageAttempt.listAttemptedDestinations', app, id);
    expect(data.map((entry: Loose) => [entry.id, entry.status])).toEqual([
      [first, 0],
      [second, 0],
    ]);
  });

  test('attempts of an endpoint are found by channel, event type, status and class of the response', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app);
    const a = await bench.message(app, { eventType: 'a', channels: ['x', 'y'] });
    const b = await bench.message(app, { eventType: 'b', channels: ['y'] });
    for (const id of [a, b]) await bench.attempts(app, id);
    const found = async (options: object) =>
      (await call('messageAttempt.listByEndpoint', app, endpoint, options)).data.map(
        (entry: Loose) => entry.msgId,
      );
    expect(await found({ channel: 'x' })).toEqual([a]);
    expect(await found({ channel: 'y' })).toHaveLength(2);
    expect(await found({ eventTypes: ['b'] })).toEqual([b]);
    expect(await found({ eventTypes: ['a', 'b'] })).toHaveLength(2);
    expect([await found({ status: 0 }), await found({ status: 2 })]).toEqual([await found({}), []]);
    expect([await found({ statusCodeClass: 200 }), await found({ statusCodeClass: 500 })]).toEqual([
      await found({}),
      [],
    ]);
  });

  test('before and after bound a list, alone and together', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app);
    const ids: string[] = [];
    const times: number[] = [];
    for (let n = 0; n < 3; n++) {
      const id = await bench.message(app);
      const [attempt] = await bench.attempts(app, id);
      times.push(Date.parse(attempt.timestamp));
      ids.push(attempt.id);
      await bench.until(async () => Date.now() > (times.at(-1) ?? 0) + 5);
    }
    const between = async (options: object) =>
      idsOf(await call('messageAttempt.listByEndpoint', app, endpoint, options));
    const at = (n: number, moreMs = 0) => new Date((times[n] ?? 0) + moreMs);
    expect(await between({ before: at(1, -1) })).toEqual([ids[0]]);
    expect(await between({ after: at(1, 1) })).toEqual([ids[2]]);
    expect(await between({ after: at(0, 1), before: at(2, -1) })).toEqual([ids[1]]);
    expect(await between({ after: at(2, 1) })).toEqual([]);
  });

  test('what a receiver answered can be removed for good', async () => {
    const app = await bench.app();
    await bench.endpoint(app);
    const id = await bench.message(app);
    const [attempt] = await bench.attempts(app, id);
    expect((await call('messageAttempt.get', app, id, attempt.id)).response).toBe('thanks');
    await call('messageAttempt.expungeContent', app, id, attempt.id);
    expect((await call('messageAttempt.get', app, id, attempt.id)).response).toBe('EXPUNGED');
  });
});
