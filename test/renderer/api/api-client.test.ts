import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../src-renderer/api/api-client';
import { ApiFailure } from '../../../src-renderer/api/api-failure';
import { listAll } from '../../../src-renderer/api/list-all';

let server: Server;
let address: string;
let respond: (request: IncomingMessage, response: ServerResponse, body: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => respond(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const client = (token: string | null = 'secret') => new ApiClient({ baseAddress: address, token });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('It should have failed');
    },
    (cause: unknown) => cause as ApiFailure,
  );

describe('ApiClient', () => {
  it('a request of the API client has a bearer token, an encoded path and no empty parameters', async () => {
    respond = (request, response) =>
      json(response, 200, { url: request.url, authorization: request.headers.authorization });
    const query = {
      ...{ limit: 1, before: null, tag: undefined, channel: '' },
      ...{ event_types: ['p', 'q'], with_content: false },
    };
    const input = { path: { app: 'a/b c', message: 'ä' }, query };
    expect(await client().call('GET /app/{app}/attempt/msg/{message}', input)).toEqual({
      url: '/api/v1/app/a%2Fb%20c/attempt/msg/%C3%A4?limit=1&event_types=p%2Cq&with_content=false',
      authorization: 'Bearer secret',
    });
  });

  it('a request of the API client leaves out an empty list, which the server would refuse', async () => {
    respond = (request, response) => json(response, 200, { url: request.url });
    expect(
      await client().call('GET /app/{app}/msg', { path: { app: 'a' }, query: { event_types: [] } }),
    ).toEqual({ url: '/api/v1/app/a/msg' });
  });

  it('the API client asks before a change, and sends nothing when it is not confirmed', async () => {
    const sent: (string | undefined)[] = [];
    respond = (request, response) => {
      sent.push(request.method);
      json(response, 200, {});
    };
    const bodies: unknown[] = [];
    const careful = new ApiClient({
      baseAddress: address,
      token: null,
      confirm: async (call) => {
        bodies.push(call);
        return call.name === 'PATCH /settings';
      },
    });
    await careful.call('GET /settings');
    await careful.call('PATCH /settings', { body: { displayName: 'A' } });
    const removal = careful.call('DELETE /app/{app}', { path: { app: 'app_1' } });
    expect(await failureOf(removal)).toMatchObject({ code: 'not_confirmed' });
    expect(sent).toEqual(['GET', 'PATCH']);
    expect(bodies).toEqual([
      { name: 'PATCH /settings', body: '{"displayName":"A"}' },
      { name: 'DELETE /app/{app}', body: undefined },
    ]);
  });

  it('the API client sends no authorization header without a token', async () => {
    respond = (request, response) => json(response, 200, request.headers.authorization ?? 'none');
    expect(await client(null).call('GET /health')).toBe('none');
  });

  it('the API client sends JSON text exactly as entered', async () => {
    respond = (_request, response, body) => json(response, 200, body);
    expect(await client().call('POST /event-type', { bodyText: '{"n":1.0,"n":12345678901234567890}' })).toBe(
      '{"n":1.0,"n":12345678901234567890}',
    );
  });

  it('the API client writes text under the given ETag, and reads text with its ETag', async () => {
    respond = (request, response, body) => {
      response.setHeader('etag', '"8"');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        `{"method":"${request.method}","if":${request.headers['if-match'] ?? null},"2":1.0,"1":${body}}`,
      );
    };
    const change = (bodyText: string, ifMatch: string | null) =>
      client().callText('PATCH /event-type/{name}', { path: { name: 'a' }, bodyText }, { ifMatch });
    expect(await change('{"n":1.0}', '"7"')).toEqual({
      text: '{"method":"PATCH","if":"7","2":1.0,"1":{"n":1.0}}',
      tag: '"8"',
    });
    expect((await change('{}', null)).text).toContain('"if":null');
    respond = (_request, response) => json(response, 200, [1]);
    expect(await client().callText('GET /health', {})).toEqual({ text: '[1]', tag: null });
  });

  it('the API client reads a 204 response as success without a value', async () => {
    respond = (_request, response) => response.writeHead(204).end();
    expect(await client().call('DELETE /data/restore')).toBeUndefined();
  });

  it('an error of the API client carries the status, code and detail of the response', async () => {
    respond = (_request, response) => json(response, 409, { code: 'conflict', detail: 'The uid is taken' });
    expect(await failureOf(client().call('POST /app', { body: { name: 'A' } }))).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'The uid is taken',
    });
  });

  it('an error of the API client finds the fault of a field', async () => {
    const items = [{ loc: ['body', 'url'], msg: 'must be http or https', type: 'value_error' }];
    respond = (_request, response) => json(response, 422, { detail: items });
    const failure = await failureOf(client().call('POST /app', { body: { name: 'A' } }));
    expect(failure.fieldError('url')).toBe('must be http or https');
    expect(failure.fieldError('name')).toBeNull();
    expect(failure.detail).toBe('url: must be http or https.');
    const sentence = [{ loc: ['body', 'channels'], msg: 'An endpoint needs a channel here.' }];
    respond = (_request, response) => json(response, 422, { detail: sentence });
    expect((await failureOf(client().call('GET /health'))).detail).toBe(
      'channels: An endpoint needs a channel here.',
    );
  });

  it('a response that does not come from the API is an error of its own', async () => {
    respond = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    expect(await failureOf(client().call('GET /health'))).toMatchObject({ code: 'unexpected_answer' });
    respond = (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>');
    expect(await failureOf(client().call('GET /health'))).toMatchObject({
      status: 502,
      code: 'unexpected_answer',
    });
  });

  it.each([
    ['null', 'null'],
    ['a list with null in it', '{"data":[{"id":"a"},null],"iterator":null,"done":true}'],
    ['a text that is no JSON', '{"data":['],
  ])('%s as a response is an error of its own', async (_what, body) => {
    respond = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    const refused = { status: 200, code: 'unexpected_answer' };
    expect(await failureOf(client().call('GET /app'))).toMatchObject(refused);
    expect(await failureOf(listAll(client(), 'GET /app', {}))).toMatchObject(refused);
  });

  it('a response without end is given up, before it fills the memory', async () => {
    let sentMiB = 0;
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const send = () => {
        do sentMiB += 1;
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', send);
      send();
    };
    expect(await failureOf(client().call('GET /health'))).toMatchObject({ code: 'unexpected_answer' });
    expect(sentMiB).toBeLessThan(100);
  });

  it('the API client of a logged-in browser sends the current page key, and reports a refused one', async () => {
    let key: string | null = 'first';
    const refused: (string | null)[] = [];
    const browser = new ApiClient({
      baseAddress: address,
      token: null,
      pageKey: () => key,
      onRefused: (sent) => refused.push(sent),
    });
    respond = (request, response) => json(response, 200, { key: request.headers['posthorn-page-key'] });
    expect(await browser.call('GET /health')).toEqual({ key: 'first' });
    key = 'second';
    expect(await browser.call('GET /health')).toEqual({ key: 'second' });
    expect(await client().call('GET /health')).toEqual({});
    respond = (_request, response) => json(response, 401, { code: 'authentication_failed', detail: 'No.' });
    await failureOf(browser.call('POST /sample'));
    expect(refused).toEqual(['second']);
  });

  it('the API client of a page that signs sends signatures only, and repeats a request to a restarted server', async () => {
    const sent: unknown[] = [];
    const refused: unknown[] = [];
    let run = 1;
    let isServer = true;
    const signs = new ApiClient({
      baseAddress: address,
      token: null,
      pageKey: () => 'page key',
      signer: {
        sign: async ({ method, url, body }) => `${run} ${method} ${url.slice(address.length)} ${body}`,
        onAccepted: () => undefined,
        renew: async () => {
          run += 1;
          return isServer;
        },
      },
      onRefused: (key) => refused.push(key),
    });
    respond = (request, response, body) => {
      sent.push([request.headers['posthorn-page-key'], body]);
      const isKnown = String(request.headers['posthorn-page-key']).startsWith('2');
      json(response, isKnown ? 200 : 401, isKnown ? {} : { code: 'authentication_failed', detail: 'No.' });
    };
    await signs.call('PATCH /settings', { body: { displayName: 'A' } });
    const signed = 'PATCH /api/v1/settings {"displayName":"A"}';
    expect(sent).toEqual([
      [`1 ${signed}`, '{"displayName":"A"}'],
      [`2 ${signed}`, '{"displayName":"A"}'],
    ]);
    expect(refused).toEqual([]);
    run = 0;
    isServer = false;
    await failureOf(signs.call('GET /health'));
    expect(refused).toEqual(['page key']);
    expect(sent).toHaveLength(3);
  });

  it('a server that does not respond is an error of its own', async () => {
    const nobody = new ApiClient({ baseAddress: 'http://127.0.0.1:1', token: null });
    const failure = await failureOf(nobody.call('GET /health'));
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 0, code: 'unreachable' });
  });
});

describe('listAll', () => {
  const rows = Array.from({ length: 7 }, (_, at) => ({ id: `r${at}` }));
  const paged = (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? '', address).searchParams;
    const after = rows.findIndex(({ id }) => id === query.get('iterator')) + 1;
    const data = rows.slice(after, after + Number(query.get('limit')));
    json(response, 200, {
      data,
      iterator: data.at(-1)?.id ?? null,
      done: after + data.length >= rows.length,
    });
  };

  it('a list is read completely, page by page in order', async () => {
    respond = paged;
    expect(await listAll(client(), 'GET /app', {}, undefined, 3)).toEqual(rows);
  });

  it('reading a list stops at a server that never says done', async () => {
    respond = (_request, response) => json(response, 200, { data: rows, iterator: 'r6', done: false });
    expect(await listAll(client(), 'GET /app', {})).toHaveLength(14);
  });

  it.each([
    ['large', () => [{ id: 'a'.repeat(1024 * 1024) }]],
    ['of many rows', () => Array.from({ length: 100_000 }, () => ({}))],
  ])('reading a list stops at a server that pages for ever, with pages %s', async (_what, data) => {
    let pages = 0;
    const rows = JSON.stringify(data());
    respond = (_request, response) => {
      pages += 1;
      const text = `{"data":${rows},"iterator":"i${pages}","done":false}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    };
    expect(await failureOf(listAll(client(), 'GET /app', {}))).toMatchObject({ code: 'unexpected_answer' });
    expect(pages).toBeLessThan(70);
  });

  it('an empty list is read as no rows', async () => {
    respond = (_request, response) => json(response, 200, { data: [], iterator: null, done: true });
    expect(await listAll(client(), 'GET /app', {})).toEqual([]);
  });
});
