import { createConnection, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureMessage } from '../../../src-server/delivery/connection/failure-message';
import { createGuardedConnect } from '../../../src-server/delivery/connection/guarded-connect';
import type { SendReport } from '../../../src-server/delivery/connection/sender';
import { FakeClock } from '../../support/fake-clock';
import { type RawRequest, rawResponse, startRawReceiver } from '../../support/raw-receiver';
import { startReceiver } from '../../support/receiver';
import { LOOPBACK_ALLOWED, sendBy, sender } from '../../support/sending';
import { startedHere } from '../../support/started';

const receiver = (...how: Parameters<typeof startRawReceiver>) => startedHere(startRawReceiver(...how));

/** What a receiver answered. */
const textOf = ({ result }: SendReport) => (result.kind === 'responded' ? result.text : result);
const honest = ({ connection, nth }: RawRequest) => rawResponse(`connection ${connection}, request ${nth}`);
const FORGED = rawResponse('forged');

describe('unsolicited bytes', () => {
  test.each([
    ['a second response', FORGED],
    ['the first bytes of one', 'HTTP/1.'],
    ['a response to nothing, with an interim one before it', `HTTP/1.1 100 Continue\r\n\r\n${FORGED}`],
    ['no HTTP', 'x'],
    ['a line end', '\r\n'],
    ['half a line end', '\n'],
    ['two line ends', '\r\n\r\n'],
  ])('%s in the packet of a response closes the connection; the response counts', async (_, behind) => {
    const target = await receiver((request, socket) => socket.write(honest(request) + behind));
    const by = sender();
    for (const connection of [1, 2, 3]) {
      expect(textOf(await sendBy(by, target.baseUrl))).toBe(`connection ${connection}, request 1`);
    }
    await target.closed(3);
  });

  test.each([
    ['with a body in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['with trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\na: b\r\n\r\n'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['with a body that ends in a line end', rawResponse('ok\r\n\r\n')],
    ['in two packets', rawResponse('ok')],
  ])('a response %s is not mistaken for such, and a line end behind it is', async (how, response) => {
    const target = await receiver((_, socket) => {
      const cut = how === 'in two packets' ? response.length - 1 : response.length;
      socket.write(response.slice(0, cut), () => setImmediate(() => socket.write(response.slice(cut))));
    });
    const by = sender();
    for (let n = 0; n < 3; n++) expect((await sendBy(by, target.baseUrl)).result.kind).toBe('responded');
    expect(target.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
    const odd = await receiver((_, socket) => socket.write(`${response}\r\n`));
    for (let n = 0; n < 2; n++) expect((await sendBy(by, odd.baseUrl)).result.kind).toBe('responded');
    expect(odd.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  test.each([
    ['a response', FORGED],
    ['a line end', '\r\n'],
    ['one byte', 'H'],
  ])('%s between two requests closes the connection before the next', async (_, unasked) => {
    const target = await receiver((request, socket) => {
      socket.write(honest(request), () => setImmediate(() => socket.write(unasked)));
    });
    const by = sender();
    for (const connection of [1, 2]) {
      expect(textOf(await sendBy(by, target.baseUrl))).toBe(`connection ${connection}, request 1`);
      await target.closed(connection);
    }
  });

  test('a response that arrives before the next request is never its response', async () => {
    const target = await receiver((request, socket) => {
      // In the turn in which the client reads the first response, it already has the second too.
      socket.write(honest(request));
      socket.write(FORGED);
    });
    const by = sender();
    const results: unknown[] = [];
    for (let n = 0; n < 50; n++) results.push(textOf(await sendBy(by, target.baseUrl)));
    expect(results).not.toContain('forged');
    expect(new Set(target.requests.map(({ nth }) => nth))).toEqual(new Set([1]));
  });

  test.each([
    ['in the packet of a response', FORGED, ''],
    ['in one of their own', '', FORGED],
  ])('after some %s no connection to that receiver is kept for ten minutes', async (_, behind, later) => {
    const clock = new FakeClock();
    const by = sender({ clock });
    const sockets: Socket[] = [];
    const target = await receiver((request, socket) => {
      sockets.push(socket);
      socket.write(honest(request) + (request.connection === 1 ? behind : ''));
    });
    const other = await receiver((request, socket) => socket.write(honest(request)));
    await sendBy(by, target.baseUrl);
    sockets[0]?.write(later);
    await target.closed(1);
    for (const closed of [2, 3, 4]) {
      await sendBy(by, target.baseUrl);
      await sendBy(by, other.baseUrl);
      await target.closed(closed);
    }
    clock.advance(600_000);
    for (let n = 0; n < 3; n++) await sendBy(by, target.baseUrl);
    expect(target.requests.map(({ connection }) => connection)).toEqual([1, 2, 3, 4, 5, 5, 5]);
    expect(other.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test('a receiver whose kernel delays such bytes can succeed only once', async () => {
    // Nagle's algorithm: the forged response is sent once the next request carries the acknowledgement.
    const target = await receiver((request, socket) => {
      socket.setNoDelay(false);
      socket.write(honest(request), () => setImmediate(() => socket.write(FORGED)));
    });
    const by = sender();
    for (let n = 0; n < 2; n++) await sendBy(by, target.baseUrl);
    // Whichever counted as the second response, there is one too many, detected while no request is in flight.
    await target.closed(1);
    const later = [];
    for (let n = 0; n < 10; n++) later.push(textOf(await sendBy(by, target.baseUrl)));
    expect(later.filter((text) => text === 'forged')).toEqual([]);
  });

  test('a receiver that speaks before the request gets none', async () => {
    const target = await receiver(
      () => undefined,
      (socket) => socket.write(FORGED),
    );
    const { port } = new URL(target.baseUrl);
    // Node may report the connection and its data in any order; here both have arrived.
    const connect = createGuardedConnect(LOOPBACK_ALLOWED, (_options, callback) => {
      const socket = createConnection(Number(port), '127.0.0.1');
      return socket.once('readable', () => callback(null, socket));
    });
    const options = { hostname: '127.0.0.1', host: '127.0.0.1', protocol: 'http:', port };
    const error = await new Promise((resolve) => {
      const callback: buildConnector.Callback = (...[failure]) => resolve(failure);
      connect(options, () => undefined, callback);
    });
    expect(failureMessage(error)).toBe('the receiver sent data before the request');
    await target.closed(1);
  });
});

describe('a connection', () => {
  test('is shared by the endpoints of one application and never by two applications', async () => {
    const target = await receiver((request, socket) => socket.write(honest(request)));
    const by = sender();
    for (const appId of ['app_1', 'app_2', 'app_1', 'app_2', 'operational']) {
      await sendBy(by, `${target.baseUrl}/${appId}`, { appId });
    }
    await sendBy(by, `${target.baseUrl}/app_1-too`);
    expect(target.requests.map(({ connection, path }) => [connection, path])).toEqual([
      [1, '/app_1'],
      [2, '/app_2'],
      [1, '/app_1'],
      [2, '/app_2'],
      [3, '/operational'],
      [1, '/app_1-too'],
    ]);
  });

  test('of an ordinary server is kept through answers of every kind', async () => {
    const kinds = ['', 'ok', 'a line\n', 'x'.repeat(100_000), '\r\n\r\n'];
    const target = await startReceiver((_, count) => ({
      status: 200,
      body: kinds[count % kinds.length] ?? '',
    }));
    onTestFinished(() => target.close());
    const by = sender();
    for (let n = 0; n < 20; n++) expect((await sendBy(by, target.baseUrl)).result.kind).toBe('responded');
    expect(target.connections()).toBe(1);
  });
});
