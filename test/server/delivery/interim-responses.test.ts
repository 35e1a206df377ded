import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  INTERIM_MAX_BYTES,
  InterimResponses,
} from '../../../src-server/delivery/connection/interim-responses';
import { FakeClock } from '../../support/fake-clock';
import { type RawRequest, rawResponse, startRawReceiver } from '../../support/raw-receiver';
import { sending } from '../../support/sending';
import { startedHere } from '../../support/started';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nx: \r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\ncontent-length: 7\r\n\r\n';
const SHORT = 'HTTP/1.0 100\r\n\r\n';
const FINAL = rawResponse('done', '201 Created');

const receiver = (respond: (request: RawRequest, socket: Socket) => void) =>
  startedHere(startRawReceiver(respond));

const DONE = { kind: 'responded', status: 201, text: 'done' };

describe('over a connection', () => {
  test.each([
    ['100', CONTINUE],
    ['102', PROCESSING],
    ['103 with headers', HINTS],
    ['one without a reason', SHORT],
    ['an unknown one', 'HTTP/1.1 199 Whatever\r\n\r\n'],
    ['many', (CONTINUE + HINTS + PROCESSING + SHORT).repeat(100)],
  ])('%s before the response is skipped, and the connection is kept', async (_, interim) => {
    const target = await receiver((_request, socket) => socket.write(interim + FINAL));
    const send = sending();
    for (let n = 0; n < 3; n++) expect((await send(target.baseUrl)).result).toMatchObject(DONE);
    expect(target.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test('each may arrive in its own packet, and the response later', async () => {
    const target = await receiver((_, socket) => {
      const parts = [CONTINUE, HINTS.slice(0, 5), HINTS.slice(5), PROCESSING, FINAL];
      const next = (): void => {
        const part = parts.shift();
        if (part !== undefined) socket.write(part, () => setImmediate(next));
      };
      next();
    });
    const send = sending();
    for (let n = 0; n < 3; n++) expect((await send(target.baseUrl)).result).toMatchObject(DONE);
  });

  test('an unsolicited 101 is a failed attempt with that reason', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    const bare = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
    for (const head of [upgrade, bare, CONTINUE + upgrade, upgrade + FINAL]) {
      const target = await receiver((_, socket) => socket.write(head));
      expect((await sending()(target.baseUrl)).result).toEqual({
        kind: 'failed',
        reason: 'the receiver switched to another protocol (101), which the request did not ask for',
      });
      await target.closed(1);
    }
  });

  test('an endless series of them ends at a number of bytes', async () => {
    const target = await receiver((_, socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(CONTINUE.repeat(100)));
      };
      socket.on('drain', more);
      more();
    });
    expect((await sending()(target.baseUrl)).result).toEqual({
      kind: 'failed',
      reason: 'the receiver sent too many interim (1xx) responses',
    });
    await target.closed(1);
  });

  test('a slow series of them ends at the time limit', async () => {
    const clock = new FakeClock();
    let began: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const target = await receiver((_, socket) => {
      socket.write(CONTINUE);
      began();
    });
    const report = sending({ clock })(target.baseUrl);
    await begun;
    clock.advance(5000);
    expect((await report).result).toEqual({ kind: 'timed-out' });
  });

  test('after one of them the receiver has seen the request: a closed connection is not stale', async () => {
    const target = await receiver(({ nth }, socket) => {
      if (nth === 1) socket.write(FINAL);
      else socket.end(CONTINUE);
    });
    const send = sending();
    await send(target.baseUrl);
    expect((await send(target.baseUrl)).result.kind).toBe('failed');
  });
});

describe('split anywhere', () => {
  const interim = [CONTINUE, HINTS, SHORT, PROCESSING, 'HTTP/1.1 100 Continue\n\n'].join('');
  const joined = Buffer.from(interim + FINAL);

  /** The packets that pass. */
  function stripped(packets: readonly Buffer[]): string {
    const responses = new InterimResponses();
    const parts: Buffer[] = [];
    for (const packet of packets) {
      // The gate checks nothing more once the response has started.
      const part = parts.length > 0 ? packet : responses.strip(packet);
      if (part) parts.push(part);
    }
    return Buffer.concat(parts).toString();
  }

  test('once, at every byte', () => {
    for (let at = 0; at <= joined.length; at++) {
      expect(stripped([joined.subarray(0, at), joined.subarray(at)])).toBe(FINAL);
    }
  });

  test('twice, at every two bytes, and into single bytes', () => {
    for (let a = 0; a <= joined.length; a++) {
      for (let b = a; b <= joined.length; b += 3) {
        expect(stripped([joined.subarray(0, a), joined.subarray(a, b), joined.subarray(b)])).toBe(FINAL);
      }
    }
    expect(stripped(Array.from(joined, (byte) => Buffer.of(byte)))).toBe(FINAL);
  });

  test.each([
    'HTTP/1.1 1',
    'HTTP/1.1 1000 x\r\n\r\n',
    'HTTP/2.0 100 x\r\n\r\n',
    'hello',
    'HTTP/1.1 1x0 \r\n',
  ])('"%s" is no interim response, and is left to the parser as soon as that is clear', (text) => {
    const bytes = Array.from(Buffer.from(text), (byte) => Buffer.of(byte));
    expect(stripped([...bytes, Buffer.from('rest')])).toBe(`${text}rest`);
  });

  test('the limit counts every byte, however they arrive', () => {
    const count = Math.floor(INTERIM_MAX_BYTES / CONTINUE.length);
    const most = Buffer.from(CONTINUE.repeat(count));
    const bytes = Buffer.from(CONTINUE);
    expect(new InterimResponses().strip(most)).toBeNull();
    expect(() => new InterimResponses().strip(Buffer.concat([most, bytes]))).toThrow('ERR_INTERIM_OVERFLOW');
    const bytewise = new InterimResponses();
    for (const byte of most) bytewise.strip(Buffer.of(byte));
    expect(() => bytewise.strip(bytes)).toThrow('ERR_INTERIM_OVERFLOW');
  });
});
