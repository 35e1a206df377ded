import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendJson, startScriptedRemote } from '../sync/scripted-remote';
import { type CliRig, startCliRig } from './cli-rig';

let rig: CliRig;
beforeAll(async () => {
  rig = await startCliRig();
  const { call, baseUrl } = rig.server;
  for (const uid of ['ada', 'grace', 'lonely']) await call('POST', '/app', { name: uid, uid });
  await call('POST', '/app/ada/endpoint', { url: `${baseUrl}/receiver/ada` });
  await call('POST', '/app/grace/endpoint', { url: `${baseUrl}/receiver/grace` });
  await call('POST', '/app/grace/endpoint', { url: 'http://127.0.0.1:1/nobody' });
});
afterAll(() => rig.remove());

test('a message is sent as it is written, with channels, tags and an id of its own', async () => {
  const payload = '{"amount":1.0,"big":12345678901234567890}';
  const options = ['--channel', 'c1', '--tag', 't1', '--tag', 't2', '--event-id', 'e1'];
  const sent = await rig.run(
    'send',
    'ada',
    'invoice.paid',
    '--payload',
    payload,
    ...options,
    '--wait',
    '--json',
  );
  expect(sent).toMatchObject({ exitCode: 0, err: '' });
  const result = JSON.parse(sent.out);
  expect(result).toMatchObject({ ok: true, delivered: true, endpoints: [{ status: 'success' }] });
  const message = await rig.server.call('GET', `/app/ada/msg/${result.id}`);
  expect(message.json).toMatchObject({ eventId: 'e1', channels: ['c1'], tags: ['t1', 't2'] });
  expect(message.text).toContain(payload);
  const again = await rig.run('send', 'ada', 'invoice.paid', '--event-id', 'e1');
  expect(again).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('(409)') });
});

test('the payload comes from a file or from standard input', async () => {
  await writeFile(rig.file('p.json'), '{"from": "a file"}');
  const file = JSON.parse(
    (await rig.run('send', 'ada', 'x', '--payload', `@${rig.file('p.json')}`, '--json')).out,
  );
  expect((await rig.server.call('GET', `/app/ada/msg/${file.id}`)).json.payload).toEqual({ from: 'a file' });
  const readInput = () => Promise.resolve('{"from":"a pipe"}');
  const pipe = JSON.parse(
    (await rig.runIn({ readInput }, 'send', 'ada', 'x', '--payload', '-', '--json')).out,
  );
  expect((await rig.server.call('GET', `/app/ada/msg/${pipe.id}`)).json.payload).toEqual({ from: 'a pipe' });
});

test('waiting tells of each endpoint, and ends with 1 when one failed or there is none', async () => {
  const { exitCode, out } = await rig.run('send', 'grace', 'x', '--wait');
  expect(exitCode).toBe(1);
  expect(out).toContain(`${rig.server.baseUrl}/receiver/grace: delivered`);
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:1\/nobody: failed/m);
  expect(out).toContain('Delivered to 1 of 2 endpoints.');
  const nobody = await rig.run('send', 'lonely', 'x', '--wait');
  expect(nobody).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('No endpoint of lonely receives it'),
  });
});

test.each([
  ['no object', ['send', 'ada', 'x', '--payload', '[1]'], 2],
  ['no JSON', ['send', 'ada', 'x', '--payload', '{'], 2],
  ['no type', ['send', 'ada'], 2],
  ['a time limit without waiting', ['send', 'ada', 'x', '--timeout', '5'], 2],
  ['a file that is not there', ['send', 'ada', 'x', '--payload', '@/no/such'], 1],
  ['an application that is not there', ['send', 'nobody', 'x'], 1],
  ['a type that cannot be', ['send', 'ada', 'not a name'], 1],
])('%s is said with its exit code', async (_what, args, code) => {
  const { exitCode, out, err } = await rig.run(...args);
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(err).toMatch(/^posthorn: /);
});

test('an instance that gives no reasons is followed by what its attempts got, until the time is up', async () => {
  const older = await startScriptedRemote();
  try {
    let requests = 0;
    older.respond = ({ method, url }, response) => {
      const path = url.split('?')[0] ?? '';
      const page = (data: object[]) => sendJson(response, 200, { data, done: true, iterator: null });
      if (method === 'POST') return sendJson(response, 202, { id: 'msg_1' });
      if (path.endsWith('/msg/msg_1/endpoint')) {
        requests += 1;
        const id = { id: 'ep_1', url: 'https://slow.example/' };
        return page(requests === 1 ? [] : [{ ...id, status: requests > 2 ? 2 : 1 }]);
      }
      if (path.endsWith('/attempt/msg/msg_1')) return page([{ endpointId: 'ep_1', responseStatusCode: 500 }]);
      sendJson(response, 404, { code: 'not_found', detail: 'Entity not found' });
    };
    const at = ['--url', older.baseUrl, '--token', 'remote-token'];
    const { exitCode, out } = await rig.run('send', 'ada', 'x', '--wait', ...at);
    expect(exitCode).toBe(1);
    expect(out).toContain('https://slow.example/: failed; HTTP 500');
    expect(requests).toBe(3);
  } finally {
    await older.close();
  }
});
