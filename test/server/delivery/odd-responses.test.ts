import { describe, expect, test } from 'vitest';
import { attemptCause } from '../../../src-server/delivery/engine/attempt-cause';
import { rig } from '../../support/delivery-rig';
import { rawResponse, startRawReceiver } from '../../support/raw-receiver';
import { sending } from '../../support/sending';
import { startedHere } from '../../support/started';

/** A receiver that answers every request with these bytes, and keeps the connection. */
const responding = (bytes: string) =>
  startedHere(startRawReceiver((_, socket) => socket.write(Buffer.from(bytes, 'latin1'))));

describe('a response that ends at its head', () => {
  test.each([
    ['204 that announces a length', '204 No Content\r\nContent-Length: 2'],
    ['204 that announces chunks', '204 No Content\r\nTransfer-Encoding: chunked'],
    ['204 with the body that it announces', '204 No Content\r\nContent-Length: 2\r\n\r\nok'],
    ['304 that announces a length', '304 Not Modified\r\nContent-Length: 2'],
  ])('counts by its status: a %s', async (_, head) => {
    const target = await responding(`HTTP/1.1 ${head}\r\n\r\n`);
    const send = sending();
    for (const connection of [1, 2]) {
      const status = Number(head.slice(0, 3));
      expect((await send(target.baseUrl)).result).toMatchObject({ kind: 'responded', status, text: '' });
      await target.closed(connection); // a body could follow
    }
  });

  test('keeps its connection where no body is announced', async () => {
    for (const head of ['204 No Content', '204 No Content\r\nContent-Length: 0']) {
      const target = await responding(`HTTP/1.1 ${head}\r\n\r\n`);
      const send = sending();
      for (let n = 0; n < 3; n++) expect((await send(target.baseUrl)).result).toMatchObject({ status: 204 });
      expect(target.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
    }
  });

  test('a message answered with 204 and a Content-Length is delivered once, and the endpoint is well', async () => {
    const target = await startedHere(
      startRawReceiver((_, socket) => socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\n')),
    );
    const engine = await rig({ scheduleS: [0, 0] });
    await engine.addEndpoint(target.baseUrl);
    await engine.send();
    await engine.recorded(1);
    expect(await engine.rows('SELECT state FROM delivery')).toEqual([{ state: 'delivered' }]);
    expect(await engine.rows('SELECT failing_since FROM endpoint')).toEqual([{ failing_since: null }]);
    expect(target.requests).toHaveLength(1);
  });
});

describe('a response that is not valid HTTP', () => {
  const ok = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\nok`;
  const twoLengths = ' (more than one Content-Length): "HTTP/1.1 200 OK"';
  const twoFramings = ' (both Content-Length and Transfer-Encoding): "HTTP/1.1 200 OK"';
  test.each([
    ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n', ': "SSH-2.0-OpenSSH_9.6\\r\\n"'],
    ['a TLS alert', '\x15\x03\x01\0\x02\x02P', ': "\\x15\\x03\\x01\\x00\\x02\\x02P"'],
    ['a bare page', `<html>${'x'.repeat(100)}`, `: "<html>${'x'.repeat(42)}…"`],
    [
      'a length with a sign',
      ok('Content-Length: +2'),
      ' (Invalid character in Content-Length): "HTTP/1.1 200 OK"',
    ],
    ['a header without a colon', ok('Bad Header'), ' (Invalid header token): "HTTP/1.1 200 OK"'],
    ['such a header behind a length', ok('Content-Length: 2\r\nBad Header'), ': "HTTP/1.1 200 OK"'],
    ['two equal lengths', ok('content-length: 2\r\nContent-Length: 2'), twoLengths],
    ['two equal lengths in a list', ok('Content-Length: 2, 2'), twoLengths],
    ['two lengths of zero', ok('Content-Length: 0\r\nContent-Length: 0'), twoLengths],
    ['a length and chunks', ok('Content-Length: 2\r\nTransfer-Encoding: chunked'), twoFramings],
    ['chunks and a length', ok('Transfer-Encoding: chunked\r\nContent-Length: 2'), twoFramings],
    [
      'an invalid chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      ' (Invalid character in chunk size): "HTTP/1.1 200 OK"',
    ],
  ])('is recorded as that, with its first bytes: %s', async (_, bytes, expected) => {
    const target = await responding(bytes);
    const { result } = await sending()(target.baseUrl);
    const reason = `the response was not valid HTTP${expected}`;
    expect(result).toEqual({ kind: 'failed', reason });
    expect(attemptCause({ succeeded: false, responseStatusCode: 0, response: reason })).toBe('invalid');
  });

  test('is named where its head arrives byte by byte, after a valid response on the same connection', async () => {
    const target = await startedHere(
      startRawReceiver(({ nth }, socket) => {
        if (nth === 1) return void socket.write(rawResponse('fine'));
        const bytes = [...ok('Content-Length: 2\r\nContent-Length: 2')];
        const next = (): void => {
          const byte = bytes.shift();
          if (byte !== undefined && !socket.destroyed) socket.write(byte, () => setImmediate(next));
        };
        next();
      }),
    );
    const send = sending();
    expect((await send(target.baseUrl)).result).toMatchObject({ status: 200, text: 'fine' });
    expect((await send(target.baseUrl)).result).toEqual({
      kind: 'failed',
      reason: 'the response was not valid HTTP (more than one Content-Length): "HTTP/1.1 200 OK"',
    });
  });

  test('is not one whose body ends before its length: there the connection was closed early', async () => {
    const target = await startedHere(
      startRawReceiver((_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok')),
    );
    expect((await sending()(target.baseUrl)).result).toEqual({
      kind: 'failed',
      reason: 'connection closed before the response was complete',
    });
  });
});
