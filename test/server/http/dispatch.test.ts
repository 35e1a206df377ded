import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { createApp } from '../../../src-server/http/pipeline/app';
import { BodyRoom } from '../../../src-server/http/pipeline/body-room';
import { createIdempotency } from '../../../src-server/http/pipeline/idempotency';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import { createResponsesInTime } from '../../../src-server/http/pipeline/responses-in-time';
import { RouteTable } from '../../../src-server/http/pipeline/route-table';
import type { Route, RouteInput } from '../../../src-server/http/route';
import { FakeClock } from '../../support/fake-clock';

/** Serves rows, and tells where. */
async function serve(rows: readonly Route[], parts: Partial<Parameters<typeof createApp>[0]> = {}) {
  const server = createServer(
    createApp({
      table: new RouteTable(rows),
      authenticate: () => Promise.reject(new Error('not asked')),
      applications: {} as never,
      idempotency: (_request, work) => work(),
      workers: { admit: () => Promise.resolve(), run: () => Promise.reject(new Error('no workers here')) },
      readTurns: new ReadTurns(systemClock, 1),
      openResponses: { add: () => undefined },
      bodies: new BodyRoom(),
      clock: systemClock,
      mounts: [],
      pages: () => {},
      log: createLog('error'),
      ...parts,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const row = (method: 'GET' | 'POST', path: string, handler: Route['handler']): Route => ({
  method,
  path,
  access: 'public',
  summary: '',
  responses: {},
  handler,
});

test('the input of a handler has no own accessors, with which V8 would keep the request among the old objects', async () => {
  const inputs: RouteInput[] = [];
  const url = await serve([
    row('GET', '/same', async (input) => {
      inputs.push(input);
      return { status: 204 };
    }),
  ]);
  await fetch(`${url}/same`);
  setFlagsFromString('--allow-natives-syntax');
  const isFast: (input: object) => boolean = runInThisContext('(input) => %HasFastProperties(input)');
  expect(inputs.map(isFast)).toEqual([true]);
});

test('while the disk hangs each request is answered in time, and a repeat finds what was written after all', async () => {
  const clock = new FakeClock();
  let isHanging = false;
  let responseOfDisk = (): void => {};
  const disk = new Promise<void>((resolve) => {
    responseOfDisk = resolve;
  });
  const begun: string[] = [];
  const whenBegun = (count: number) => expect.poll(() => begun.length).toBe(count);
  const waiting = (name: string) => async () => {
    begun.push(name);
    await disk;
    return { status: 202, tag: 'a', body: { written: begun.filter((other) => other === 'write').length } };
  };
  const url = await serve([row('POST', '/write', waiting('write')), row('GET', '/read', waiting('read'))], {
    responsesInTime: createResponsesInTime({ isHanging: () => isHanging }, clock),
    idempotency: createIdempotency({} as never, { now: () => 1, latest: () => 1 } as never, async () => null),
  });
  const headers = { authorization: 'Bearer token', 'idempotency-key': 'auto_1' };
  const responseTo = async (response: Promise<Response>) => {
    const { status, headers: sent } = await response;
    return [status, (await (await response).json()).code, sent.get('retry-after')];
  };
  const first = fetch(`${url}/write`, { method: 'POST', headers });
  await whenBegun(1);
  clock.advance(60_000); // it takes long, but not because of the disk
  const read = fetch(`${url}/read`);
  await whenBegun(2);
  isHanging = true;
  clock.advance(4_000);
  expect(await responseTo(first)).toEqual([503, 'outcome_unknown', '1']);
  expect(await responseTo(read)).toEqual([503, 'unavailable', '1']);
  expect(await responseTo(fetch(`${url}/write`, { method: 'POST', headers }))).toEqual([
    503,
    'unavailable',
    '1',
  ]);
  isHanging = false;
  const repeated = fetch(`${url}/write`, { method: 'POST', headers });
  responseOfDisk();
  const { status, json } = await repeated.then(async (response) => ({
    status: response.status,
    json: await response.json(),
  }));
  expect([status, json, begun]).toEqual([202, { written: 1 }, ['write', 'read']]);
});
