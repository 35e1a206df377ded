import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressResponse } from '../../../src-server/http/pipeline/compress-response';
import { sendJsonText } from '../../../src-server/http/pipeline/send-response';

/** Far more pieces than a stream allows listeners without a warning, and random, so that they do not compress. */
const LONG = JSON.stringify(Array.from({ length: 800_000 }, () => Math.random()));

let server: Server;
let sent: Promise<void>;
const warnings: Error[] = [];
const note = (warning: Error) => void warnings.push(warning);

beforeEach(async () => {
  warnings.length = 0;
  process.on('warning', note);
  server = createServer((request, response) => {
    compressResponse(request, response);
    sent = sendJsonText(response, 200, LONG);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  process.off('warning', note);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function ask(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((found, fail) => {
    get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } }, found).on('error', fail);
  });
}

test('a long compressed response arrives whole, and leaves no listeners behind', async () => {
  const response = await ask();
  expect(response.headers['content-encoding']).toBe('gzip');
  expect((await text(response.pipe(createGunzip()))) === LONG).toBe(true);
  await sent;
  expect(warnings).toEqual([]);
});

test('a long compressed response ends when its reader goes away in the middle', async () => {
  const response = await ask();
  await new Promise((read) => response.once('data', read));
  response.destroy();
  await sent;
});
