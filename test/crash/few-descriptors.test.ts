import { createConnection, type Socket } from 'node:net';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { startReceiver } from '../support/receiver';
import { startPosthorn } from '../support/start-posthorn';

/** Enough for a mostly idle server, and soon used up by connections to it. */
const MOST_OPEN_FILES = 80;

test('a server that may open no more files makes no attempt, says so, and delivers when it may', async () => {
  const server = await startPosthorn({ mostOpenFiles: MOST_OPEN_FILES });
  const target = await startReceiver();
  const api = new Client(server.baseUrl);
  const sockets: Socket[] = [];
  try {
    const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const response = await api.request({
        method,
        path: `/api/v1${path}`,
        headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.statusCode, json: (await response.body.json()) as Record<string, unknown> };
    };
    const { id } = (await call('POST', '/app', { name: 'Few' })).json;
    await call('POST', `/app/${id}/endpoint`, { url: `${target.baseUrl}/literal` });
    await call('POST', `/app/${id}/endpoint`, { url: `http://localhost:${target.port}/looked-up` });
    await Promise.all(Array.from({ length: MOST_OPEN_FILES }, () => occupy(server.baseUrl, sockets)));

    const { json } = await call('POST', `/app/${id}/msg`, { eventType: 'a.b', payload: {} });
    await expect
      .poll(() => call('GET', '/health'))
      .toMatchObject({ status: 200, json: { status: 'degraded' } });
    const attempts = async () =>
      (await call('GET', `/app/${id}/attempt/msg/${json.id}`)).json.data as object[];
    expect(await attempts()).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await target.arrived(2);
    await expect.poll(attempts).toHaveLength(2);
    for (const attempt of await attempts()) expect(attempt).toMatchObject({ responseStatusCode: 200 });
  } finally {
    for (const socket of sockets) socket.destroy();
    await api.close();
    await target.close();
    await server.dispose();
  }
});

test('each of 300 requests at once is answered by a server that may open no more files', async () => {
  const server = await startPosthorn({ mostOpenFiles: MOST_OPEN_FILES });
  try {
    const ask = async (path: string) => {
      const response = await fetch(`${server.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${server.adminToken}` },
      });
      await response.text();
      return `${response.status} ${response.headers.get('retry-after')}`;
    };
    const paths = ['/', '/api/v1/app', '/api/v1/event-type'];
    const responses = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(paths[n % 3] ?? '')));
    expect([...new Set(responses)].sort()).toEqual(['200 null', '503 1']);
  } finally {
    await server.dispose();
  }
});

/** Opens a connection that the server keeps, or detects that it accepts no more. */
function occupy(baseUrl: string, sockets: Socket[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = createConnection(Number(new URL(baseUrl).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    // Its response shows that the server has accepted the connection.
    socket.on('connect', () => socket.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'));
    socket.on('data', () => resolve());
  });
}
