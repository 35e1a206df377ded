import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { askOwnServer } from '../../../src-server/base/ask-own-server';
import { createLog } from '../../../src-server/base/log';
import { createErrorHandler } from '../../../src-server/http/pipeline/error-handler';
import { createHttpServer } from '../../../src-server/http/pipeline/http-server';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { newSignal } from '../../support/new-signal';
import { startedHere } from '../../support/started';
import { makeCertificate } from '../../support/test-certificate';

/** Whose clock stands still: a stop that waits for its grace would never end. */
async function startServer(app = express(), mostOpenFiles?: number) {
  const server = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    clock: new FakeClock(),
    app,
    ...(mostOpenFiles !== undefined && { mostOpenFiles }),
  });
  await server.start();
  const open = async (): Promise<Socket> => {
    const socket = connect(server.port(), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { server, open };
}

test('a stop does not wait for a connection that a browser opened in advance', async () => {
  const { server, open } = await startServer(express().get('/', (_request, response) => void response.end()));
  const unused = await open();
  // Connections are accepted in their order: once this one is answered, the first is known.
  const used = await open();
  used.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(used, 'data');
  const ended = Promise.all([once(unused, 'close'), once(used, 'close')]);
  unused.resume();
  used.resume();
  await server.stop();
  await ended;
});

test('a stop lets a request over https finish, whose connection was open before', async () => {
  const folder = await startedHere(newFolder());
  const { cert, key, text: certificate } = await makeCertificate(folder);
  const context = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  let respond = () => {};
  const [arrived, arrive] = newSignal();
  const app = express().get('/', (_request, response) => {
    respond = () => void response.end('whole');
    arrive();
  });
  const tls = { context: () => context, onChanged: () => undefined };
  const server = createHttpServer({ host: '127.0.0.1', port: 0, clock: new FakeClock(), app, tls });
  await server.start();
  const signal = new AbortController().signal;
  const response = askOwnServer(`https://127.0.0.1:${server.port()}/`, { certificate, signal });
  await arrived;
  const stopped = server.stop();
  respond();
  expect(await response).toEqual({ status: 200, text: 'whole' });
  await stopped;
});

const UNAVAILABLE = { code: 'unavailable', detail: expect.stringContaining('limit of open files') };

// Windows has no numbers that tell how many descriptors are in use.
test.skipIf(process.platform === 'win32')(
  'a connection for which too few descriptors are free is answered with 503 and closed',
  async () => {
    const { server } = await startServer(undefined, 1);
    const response = await fetch(`http://127.0.0.1:${server.port()}/`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual(UNAVAILABLE);
    await server.stop();
  },
);

test('a request that fails because this machine lacks something gets 503, and any other failure 500', async () => {
  const fail = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  const app = express().get('/few', fail('EMFILE')).get('/other', fail('ENOENT'));
  const { server } = await startServer(app.use(createErrorHandler(createLog('silent'))));
  const response = await fetch(`http://127.0.0.1:${server.port()}/few`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toEqual(UNAVAILABLE);
  expect((await fetch(`http://127.0.0.1:${server.port()}/other`)).status).toBe(500);
  await server.stop();
});

test('a stop waits for the response of a request that has begun', async () => {
  let begin: (response: express.Response) => void = () => {};
  const begun = new Promise<express.Response>((resolve) => {
    begin = resolve;
  });
  const { server, open } = await startServer(express().get('/', (_request, response) => begin(response)));
  const socket = await open();
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const response = await begun;
  const stopped = server.stop();
  response.end('late');
  await Promise.all([stopped, once(socket, 'close')]);
  expect(text).toContain('late');
});
