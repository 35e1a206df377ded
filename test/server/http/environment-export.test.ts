import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { expectNoStall } from '../../support/expect-no-stall';
import { IS_WHOLE } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const MIB = 1024 * 1024;
const COUNT = IS_WHOLE ? 40 : 12;

const server = startedOnce(startTestServer);
beforeAll(async () => {
  for (let n = 0; n < COUNT; n += 1) {
    const schemas = { 1: { type: 'object', description: 'x'.repeat(MIB) } };
    await server.call('PUT', `/event-type/large.n${String(n).padStart(2, '0')}`, {
      description: '',
      schemas,
    });
  }
});

/** An export that is read only on request. */
function beginExport(headers = {}) {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const authorization = `Bearer ${server.adminToken}`;
    const options = { method: 'POST', headers: { authorization, ...headers } };
    request(`${server.baseUrl}/api/v1/environment/export`, options, resolve).once('error', reject).end();
  });
}

async function readParts(response: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return parts;
}

const readAll = async (response: AsyncIterable<Buffer>) =>
  Buffer.concat(await readParts(response)).toString('utf8');

test(`an export of ${COUNT} MB is complete, and delays nobody while it is read and written`, async () => {
  let parts: readonly Buffer[] = [];
  await expectNoStall('the export', async () => {
    parts = await readParts(await beginExport());
  });
  const text = Buffer.concat(parts).toString('utf8');
  expect(JSON.parse(text).eventTypes).toHaveLength(COUNT);
  expect(text.length).toBeGreaterThan(COUNT * MIB);
});

test('an export is generated as it is read, and shows the state at its request', async () => {
  const response = await beginExport();
  // Unread, it takes only as much memory as the connection buffers.
  const before = process.memoryUsage().arrayBuffers;
  await server.call('PUT', `/event-type/large.n${COUNT - 1}`, { description: 'changed meanwhile' });
  await server.call('DELETE', `/event-type/large.n${COUNT - 2}?expunge=true`);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * MIB);
  const { eventTypes } = JSON.parse(await readAll(response));
  expect(eventTypes).toHaveLength(COUNT);
  expect(eventTypes.at(-1).description).toBe('');
});

test('a repetition with the same idempotency key is executed again, and its response is not stored', async () => {
  const headers = { 'idempotency-key': 'again' };
  const first = JSON.parse(await readAll(await beginExport(headers)));
  await server.call('PUT', '/event-type/later', { description: '' });
  const second = JSON.parse(await readAll(await beginExport(headers)));
  expect(second.eventTypes.length - first.eventTypes.length).toBe(1);
});

test('an empty catalog is an export too', async () => {
  const bare = await startTestServer();
  expect((await bare.call('POST', '/environment/export')).json).toMatchObject({ version: 1, eventTypes: [] });
  await bare.remove();
});
