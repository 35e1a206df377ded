import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { createApp } from '../../../src-server/http/app';
import { BodyRoom } from '../../../src-server/http/body-room';
import { ReadTurns } from '../../../src-server/http/read-turns';
import type { RouteInput } from '../../../src-server/http/route';
import { RouteTable } from '../../../src-server/http/route-table';

test('the input of a handler has no own accessors, with which V8 would keep the request among the old objects', async () => {
  const inputs: RouteInput[] = [];
  const server = createServer(
    createApp({
      table: new RouteTable([
        {
          method: 'GET',
          path: '/same',
          access: 'public',
          summary: '',
          answers: {},
          handler: async (input) => {
            inputs.push(input);
            return { status: 204 };
          },
        },
      ]),
      authenticate: () => Promise.reject(new Error('not asked')),
      applications: {} as never,
      idempotency: (_request, work) => work(),
      workers: { admit: () => Promise.resolve(), run: () => Promise.reject(new Error('no workers here')) },
      readTurns: new ReadTurns(systemClock, 1),
      openAnswers: { add: () => undefined },
      bodies: new BodyRoom(),
      clock: systemClock,
      mounts: [],
      pages: () => {},
      log: createLog('error'),
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/same`;
  await fetch(url);
  await new Promise((resolve) => server.close(resolve));
  setFlagsFromString('--allow-natives-syntax');
  const isFast: (input: object) => boolean = runInThisContext('(input) => %HasFastProperties(input)');
  expect(inputs.map(isFast)).toEqual([true]);
});
