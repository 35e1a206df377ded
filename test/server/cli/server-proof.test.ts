import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliError } from '../../../src-server/cli/cli-error';
import { EXIT } from '../../../src-server/cli/exit-code';
import { createInstance } from '../../../src-server/cli/instance';
import { readServerAddress } from '../../../src-server/storage/files/server-address';
import { newServerSecret, proveServer, serverProof } from '../../../src-server/storage/files/server-proof';
import { newFolder } from '../../support/new-folder';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const TOKEN = 'sk_the_token_that_must_not_leave';

const folder = startedForEach(newFolder);
let listener: Server;
/** Everything that the listener received. */
let heard: string[];
let respond: (request: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>;
let server: TestServer | null;

beforeEach(async () => {
  await writeFile(folder.file('admin-token'), `${TOKEN}\n`);
  heard = [];
  server = null;
  respond = (_request, _body, response) => void response.end('{"data":[],"done":true,"iterator":null}');
  listener = createServer(async (request, response) => {
    const body = await text(request);
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)} ${body}`);
    await respond(request, body, response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  await server?.remove();
});

const listenerUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
const leaveAddress = (secret: string | null = newServerSecret()) =>
  writeFile(folder.file('server-address'), `${listenerUrl()}\n${secret === null ? '' : `${secret}\n`}`);
const listTokens = () => runPosthorn(['token', 'list', '--data-dir', folder.path], {});

test.each([
  ['answers anything', () => {}],
  [
    'gives the nonce back',
    () => {
      respond = (_request, body, response) => {
        response.end(JSON.stringify({ proof: JSON.parse(body || '{"nonce":""}').nonce }));
      };
    },
  ],
  [
    'signs with a key of its own',
    () => {
      respond = (_request, body, response) => {
        const { nonce } = JSON.parse(body);
        response.end(JSON.stringify({ proof: serverProof('guess', nonce, listenerUrl()) }));
      };
    },
  ],
  [
    'sends the client elsewhere',
    () => {
      respond = (_request, _body, response) => {
        response.writeHead(307, { location: `${listenerUrl()}/elsewhere` }).end();
      };
    },
  ],
  [
    'never ends its answer',
    () => {
      respond = (_request, _body, response) => {
        const more = () => void (response.destroyed || response.write('x'.repeat(10_000), more));
        more();
      };
    },
  ],
  [
    'is no HTTP server',
    () => void listener.prependListener('connection', (socket) => socket.end('220 hello\r\n')),
  ],
])('a listener that %s on the port of a dead server gets no token', async (_what, prepare) => {
  await leaveAddress();
  prepare();
  const { exitCode, err, out } = await listTokens();
  expect({ exitCode, out }).toEqual({ exitCode: EXIT.unreachable, out: '' });
  expect(err).toContain(
    `The program that listens on ${listenerUrl()} is not the server of the data folder ${folder.path}. No token was sent.`,
  );
  expect(heard.join('\n')).not.toContain(TOKEN);
  expect(heard.join('\n').toLowerCase()).not.toContain('authorization');
});

test('where an older version wrote the address nothing proves the server, and no token is sent', async () => {
  await leaveAddress(null);
  respond = (_request, _body, response) => void response.end('{"status":"ok"}');
  const { exitCode, err } = await listTokens();
  expect(exitCode).toBe(EXIT.unreachable);
  expect(err).toMatch(
    /No token was sent\. If it is an older version of the server, restart it with this version\./,
  );
  expect(heard.join('\n')).not.toContain(TOKEN);
});

test('where nothing listens any more the command says that no server runs', async () => {
  await leaveAddress();
  await new Promise((resolve) => listener.close(resolve));
  expect(await listTokens()).toMatchObject({
    exitCode: EXIT.unreachable,
    err: expect.stringMatching(/No server runs .* Start it first/),
  });
});

test('the server of the folder proves itself at its own address only, so that nobody can pass a challenge on', async () => {
  server = await startTestServer();
  const { baseUrl } = server;
  const address = await readServerAddress(server.dataDir);
  if (!address) throw new Error('The server left no address.');
  expect(await proveServer(address)).toBe('proven');
  respond = async (request, body, response) => {
    const relayed = await fetch(`${baseUrl}${request.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.end(await relayed.text());
  };
  expect(await proveServer({ ...address, baseUrl: listenerUrl() })).toBe('stranger');
});

test('each start has a new secret, which no request tells', async () => {
  server = await startTestServer();
  const first = await readFile(join(server.dataDir, 'server-address'), 'utf8');
  const proof = await server.call('POST', '/server-proof', { nonce: 'a'.repeat(64) }, { token: null });
  expect(proof.json.proof).toMatch(/^[0-9a-f]{64}$/);
  expect(first).not.toContain(proof.json.proof);
  for (const nonce of ['a'.repeat(63), 'A'.repeat(64), 7, undefined]) {
    expect((await server.call('POST', '/server-proof', { nonce }, { token: null })).status).toBe(422);
  }
  await server.restart();
  const second = await readFile(join(server.dataDir, 'server-address'), 'utf8');
  expect(second.split('\n')[1]).not.toBe(first.split('\n')[1]);
});

test('a server that ends while a command runs is noticed before the next request', async () => {
  let proofs = 0;
  const prove = async () => {
    proofs += 1;
    if (proofs > 1) throw new CliError(EXIT.unreachable, 'not the server');
  };
  const instance = createInstance(
    { baseUrl: listenerUrl(), token: TOKEN, prove },
    new AbortController().signal,
  );
  await instance.ask('GET /app');
  await expect(instance.ask('GET /app')).rejects.toThrow('not the server');
  expect(heard).toHaveLength(1);
  await instance.close();
});
