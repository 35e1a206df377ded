import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../../src-server/http/http-server';
import { FakeClock } from '../../support/fake-clock';

/** Whose clock stands still: a stop that waits for its grace would never end. */
async function startServer(app = express()) {
  const server = createHttpServer({ host: '127.0.0.1', port: 0, clock: new FakeClock(), app });
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

test('a stop waits for the answer of a request that has begun', async () => {
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
