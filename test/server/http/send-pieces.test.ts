import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendPieces } from '../../../src-server/http/send-pieces';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Serves these pieces once; returns what the client received, and what the server learned. */
async function served(pieces: AsyncIterable<string>) {
  let fault: unknown = null;
  const port = await new Promise<number>((resolve) => {
    server = createServer((_request, response) => {
      sendPieces(response, 200, pieces).catch((cause: unknown) => {
        fault = cause;
        if (!response.headersSent) response.writeHead(500).end();
      });
    }).listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return new Promise<{ status: number; text: string; isWhole: boolean; fault: unknown }>((resolve) => {
    get({ port, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, text, isWhole: response.complete, fault }),
      );
    });
  });
}

async function* failingAfter(...pieces: string[]) {
  yield* pieces;
  throw new Error('the disk is gone');
}

test('pieces are one body', async () => {
  async function* pieces() {
    yield '[1';
    yield ',2]';
  }
  expect(await served(pieces())).toEqual({ status: 200, text: '[1,2]', isWhole: true, fault: null });
});

test('an answer that fails on its way is cut off, so that it does not look whole', async () => {
  const { status, isWhole, fault } = await served(failingAfter('[1', ',2'));
  expect([status, isWhole, fault]).toEqual([200, false, new Error('the disk is gone')]);
});

test('what fails before the first piece can still be told', async () => {
  expect(await served(failingAfter())).toMatchObject({ status: 500, fault: new Error('the disk is gone') });
});
