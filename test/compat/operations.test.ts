import { afterAll, describe, expect, test } from 'vitest';
import { fileBench } from './bench';
import { clientOf, triedMethods, VERSIONS, type Version } from './clients';
import { namesOnlyEntry } from './names-only';
import type { Operation } from './operation';
import { accessOperations, operationalOperations } from './operations/access';
import { applicationOperations } from './operations/applications';
import { endpointOperations } from './operations/endpoints';
import { eventTypeOperations } from './operations/event-types';
import { attemptOperations, messageOperations } from './operations/messages';
import { pollingOperations } from './operations/polling';
import { replayOperations } from './operations/replays';
import { printTable, type Row } from './print-table';

/**
 * Every method of the official clients 1.24, 1.99 and 2.5, unmodified, against this server. The operations are stated
 * once, with their name in each version. A method of a client that no list names is a failure. At the end the
 * table of operations by versions is printed.
 */

const OPERATIONS: readonly Operation[] = [
  ...eventTypeOperations,
  ...applicationOperations,
  ...endpointOperations,
  ...replayOperations,
  ...messageOperations,
  ...attemptOperations,
  ...pollingOperations,
  ...accessOperations,
  ...operationalOperations,
];

const bench = fileBench();
const rows = new Map<string, Row>();
const note = (name: string, version: Version, word: string) =>
  rows.set(name, { ...rows.get(name), [version]: word });
afterAll(() => printTable('The official clients against this server', rows));

/** Whether the path of a request matches this route. */
function isOf(route: string, method: string, path: string): boolean {
  const [routeMethod, routePath = ''] = route.split(' ');
  return routeMethod === method && new RegExp(`^${routePath.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

describe.each(VERSIONS)('svix %s', (version) => {
  for (const operation of OPERATIONS) {
    const label = `${operation.route} ${operation.status}`;
    note(label, version, operation.methods[version].length === 0 ? 'has none' : 'as 2.5');
    for (const method of triedMethods(operation.methods, version)) {
      test(`${method}: ${label}`, async () => {
        note(label, version, 'FAILED');
        const client = bench.client(version);
        const before = bench.wire.exchanges.length;
        const call = (...parameters: readonly unknown[]) => client.call(method, ...parameters);
        await operation.run(call, bench, version, client.call);
        const responses = bench.wire.exchanges
          .slice(before)
          .filter((exchange) => isOf(operation.route, exchange.method, exchange.path));
        expect(responses.map(({ status }) => status)).toContain(operation.status);
        note(label, version, 'ok');
      });
    }
  }

  const methods = clientOf(version, 'http://127.0.0.1:9', 't').methods;
  const strange = methods.filter((method) => namesOnlyEntry(method));

  test('no method is forgotten, none is in two lists, and none is listed that it does not have', () => {
    const listed = OPERATIONS.flatMap((operation) => operation.methods[version]);
    expect([...listed, ...strange].sort()).toEqual(methods);
  });

  test.each(strange)('%s leads to nothing, and the response says so', async (method) => {
    const { status } = namesOnlyEntry(method) ?? {};
    note(`${method} (${status})`, version, 'FAILED');
    const app = await bench.app();
    // Enough of everything that the clients validate before they send a request.
    const body = { type: 'poller', name: 'any', uid: 'any', config: {}, events: [] };
    const second = method === 'streaming.events.create' ? body : 'any';
    const endpoint = method.startsWith('endpoint') ? await bench.endpoint(app) : second;
    const before = bench.wire.exchanges.length;
    const pending = bench.client(version).call(method, app, endpoint, body, body, body);
    await expect(pending).rejects.toMatchObject({ code: status });
    const [exchange] = bench.wire.exchanges.slice(before);
    expect(exchange?.status).toBe(status);
    expect(exchange?.json).toEqual({ code: expect.any(String), detail: expect.any(String) });
    note(`${method} (${status})`, version, 'refused');
  });
});
