import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { highlightCode } from '../../../src-renderer/shared/snippets/highlight-code';
import { POLL_SNIPPETS } from '../../../src-renderer/shared/snippets/poll-snippets';
import { SEND_SNIPPETS } from '../../../src-renderer/shared/snippets/send-snippets';
import { SNIPPET_LANGUAGES, snippetLanguage } from '../../../src-renderer/shared/snippets/snippet-language';
import { VERIFY_SNIPPETS } from '../../../src-renderer/shared/snippets/verify-snippets';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const run = promisify(execFile);
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const call = { origin: 'http://127.0.0.1:8071', app: 'customer-1', eventType: 'invoice.paid' };

/** The calls of the official clients: how each is made, told where the server is, and sends. */
const SEND_CALLS = {
  curl: ['/api/v1/app/customer-1/msg', 'Authorization: Bearer', '"eventType"', '"payload"'],
  javascript: ['new Svix(', 'serverUrl:', 'svix.message.create("customer-1"', 'eventType:', 'payload:'],
  python: ['Svix(', 'SvixOptions(server_url=', 'svix.message.create(', 'MessageIn(event_type=', 'payload='],
  go: [
    'svix.New(',
    'SvixOptions{ServerUrl:',
    '.Message.Create(',
    'models.MessageIn{',
    'EventType:',
    'Payload:',
  ],
  java: [
    'new Svix(',
    '.setServerUrl(',
    '.getMessage().create(',
    'new MessageIn()',
    '.eventType(',
    '.payload("{',
  ],
  kotlin: ['Svix(', 'SvixOptions("', 'svix.message.create(', 'MessageIn(', 'eventType =', 'payload = """{'],
  csharp: ['new SvixClient(', 'new SvixOptions("', '.Message.CreateAsync(', 'EventType =', 'Payload ='],
  ruby: [
    'Svix::Client.new(',
    'Svix::SvixOptions.new(false,',
    'svix.message.create(',
    'event_type:',
    'payload:',
  ],
  php: ['new Svix(', 'SvixOptions(serverUrl:', '->message->create(', 'MessageIn::create(', 'eventType:'],
  rust: ['Svix::new(', 'server_url: Some(', '.message()', '.create(', 'MessageIn::new('],
} as const;

/** The calls of the official clients: how each polls as a consumer, and goes on with the iterator until it is done. */
const POLL_CALLS = {
  curl: ['/api/v1/app/customer-1/poller/poll_1/consumer/default', 'Authorization: Bearer'],
  javascript: ['svix.message.poller.consumerPoll("customer-1", "poll_1", "default"', 'page.done'],
  python: ['svix.message.poller.consumer_poll(', 'MessagePollerConsumerPollOptions(iterator=', 'page.done'],
  go: ['client.Message.Poller.ConsumerPoll(', '"customer-1", "poll_1", "default"', 'page.Done'],
  java: ['svix.getMessage().getPoller().consumerPoll(', '.setIterator(page.getIterator())', 'getDone()'],
  kotlin: ['svix.message.poller.consumerPoll(', 'MessagePollerConsumerPollOptions(iterator =', 'page.done'],
  csharp: ['svix.Message.Poller.ConsumerPollAsync(', 'options.Iterator = page.Iterator', 'page.Done'],
  ruby: ['svix.message.poller.consumer_poll(', 'iterator: iterator', 'page.done'],
  php: ['->message->poller->consumerPoll(', 'new MessagePollerConsumerPollOptions(iterator:', '->done'],
  rust: ['.poller()', '.consumer_poll(', 'MessagePollerConsumerPollOptions { iterator', 'page.done'],
} as const;

let folder: string;
beforeAll(async () => {
  // Below the checkout, so that what the code imports is found.
  folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.posthorn-snippets-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(SNIPPET_LANGUAGES)('$name', ({ id }) => {
  const send = SEND_SNIPPETS[id](call).code;
  const verify = VERIFY_SNIPPETS[id](SECRET).code;
  const poll = POLL_SNIPPETS[id]({ origin: call.origin, app: call.app, poller: 'poll_1' }).code;

  test(`the ${id} sample calls the official client with this server and this application`, () => {
    for (const part of [...SEND_CALLS[id], call.origin, call.app, call.eventType, 'POSTHORN_TOKEN'])
      expect(send).toContain(part);
  });

  test(`the ${id} sample for polling calls the official client as a consumer of this polling endpoint`, () => {
    for (const part of [...POLL_CALLS[id], call.origin, call.app, 'poll_1', 'POLLING_TOKEN'])
      expect(poll).toContain(part);
  });

  test(`the ${id} sample for verification contains the endpoint's secret`, () => {
    expect(verify).toContain(SECRET);
  });

  test(`the ${id} samples are highlighted without a change of their text`, () => {
    for (const code of [send, verify, poll]) {
      const tokens = highlightCode(code, id);
      expect(tokens.map(({ text }) => text).join('')).toBe(code);
      expect(
        tokens.map(({ at }) => code.slice(at)).every((rest, n) => rest.startsWith(tokens[n]?.text ?? '?')),
      ).toBe(true);
      expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    }
  });
});

test('an unknown stored language is none', () => {
  expect([snippetLanguage('cobol'), snippetLanguage(null), snippetLanguage('go')]).toEqual([
    null,
    null,
    'go',
  ]);
});

describe('running the code samples', () => {
  let server: TestServer;
  let received: { headers: IncomingHttpHeaders; body: string }[];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end();
      arrived();
    });
  });
  let arrived = () => {};
  let secret: string;
  beforeAll(async () => {
    server = await startTestServer();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    await server.call('POST', '/app', { name: 'Customer', uid: 'customer-1' });
    const url = `http://127.0.0.1:${port}/`;
    const endpoint = await server.call('POST', '/app/customer-1/endpoint', { url });
    const path = `/app/customer-1/endpoint/${endpoint.json.id}/secret`;
    secret = (await server.call('GET', path)).json.key;
  });
  afterAll(async () => {
    await server.remove();
    receiver.close();
  });
  const env = () => ({ ...process.env, POSTHORN_TOKEN: server.adminToken });

  /** What the receiver gets of a message that a program sends. */
  async function sentBy(program: () => Promise<unknown>) {
    received = [];
    const here = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await program();
    await here;
    const [message] = received;
    if (!message) throw new Error('nothing was received');
    return message;
  }

  const bySh = (code: string, more: object = {}) =>
    run('sh', ['-c', code], { cwd: folder, env: { ...env(), ...more } });
  async function byNode(name: string, code: string) {
    await writeFile(join(folder, name), code);
    return run(process.execPath, [join(folder, name)], { env: env() });
  }

  test('the curl and JavaScript samples poll, each message once, with the token of the polling endpoint', async () => {
    await server.call('POST', '/app', { name: 'Puller', uid: 'customer-2' });
    const poller = await server.create('/app/customer-2/polling-endpoint', {});
    const path = `/auth/app/customer-2/poller/${poller}/token`;
    const POLLING_TOKEN = (await server.call('GET', path)).json.token;
    for (const id of ['inv_1', 'inv_2'])
      await server.call('POST', '/app/customer-2/msg', { eventType: 'invoice.paid', payload: { id } });
    const here = { origin: server.baseUrl, app: 'customer-2', poller };
    await writeFile(join(folder, 'poll.mjs'), POLL_SNIPPETS.javascript(here).code);
    const program = () =>
      run(process.execPath, [join(folder, 'poll.mjs')], { env: { ...env(), POLLING_TOKEN } });
    expect((await program()).stdout).toBe("invoice.paid { id: 'inv_1' }\ninvoice.paid { id: 'inv_2' }\n");
    expect((await program()).stdout).toBe('');
    await server.call('POST', '/app/customer-2/msg', { eventType: 'invoice.paid', payload: { id: 'inv_3' } });
    const shell = await bySh(`${POLL_SNIPPETS.curl(here).code} --silent`, { POLLING_TOKEN });
    expect(JSON.parse(shell.stdout).data.map(({ payload }: { payload: object }) => payload)).toEqual([
      { id: 'inv_3' },
    ]);
  });

  test('the curl and JavaScript samples send a message, and the shell and JavaScript ones verify it', async () => {
    const here = { ...call, origin: server.baseUrl };
    for (const program of [
      () => bySh(SEND_SNIPPETS.curl(here).code),
      () => byNode('send.mjs', SEND_SNIPPETS.javascript(here).code),
    ]) {
      const { headers, body } = await sentBy(program);
      expect(JSON.parse(body)).toEqual({ id: 'inv_1027', status: 'paid' });
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      await writeFile(join(folder, 'body.json'), body);
      const signed = {
        id: headers['webhook-id'],
        timestamp: headers['webhook-timestamp'],
        signature: headers['webhook-signature'],
      };
      const shell = VERIFY_SNIPPETS.curl(secret).code;
      expect((await bySh(shell, signed)).stdout).toBe('verified\n');
      await expect(bySh(shell, { ...signed, id: 'msg_other' })).rejects.toMatchObject({ code: 1 });
      await writeFile(join(folder, 'verify.mjs'), VERIFY_SNIPPETS.javascript(secret).code);
      const { receive } = await import(/* @vite-ignore */ join(folder, 'verify.mjs'));
      expect(receive(body, headers)).toEqual({ id: 'inv_1027', status: 'paid' });
      expect(() => receive(`${body} `, headers)).toThrow();
    }
  });
});
