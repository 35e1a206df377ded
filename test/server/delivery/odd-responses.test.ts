import { describe, expect, test } from 'vitest';
import { rig } from '../../support/delivery-rig';
import { startRawReceiver } from '../../support/raw-receiver';
import { sending } from '../../support/sending';
import { startedHere } from '../../support/started';

/** A receiver that answers every request with these bytes, and keeps the connection. */
const answering = (bytes: string) =>
  startedHere(startRawReceiver((_, socket) => socket.write(Buffer.from(bytes, 'latin1'))));

describe('a response that ends at its head', () => {
  test.each([
    ['204 that announces a length', '204 No Content\r\nContent-Length: 2'],
    ['204 that announces chunks', '204 No Content\r\nTransfer-Encoding: chunked'],
    ['204 with the body that it announces', '204 No Content\r\nContent-Length: 2\r\n\r\nok'],
    ['304 that announces a length', '304 Not Modified\r\nContent-Length: 2'],
  ])('counts by its status: a %s', async (_, head) => {
    const target = await answering(`HTTP/1.1 ${head}\r\n\r\n`);
    const send = sending();
    for (const connection of [1, 2]) {
      const status = Number(head.slice(0, 3));
      expect((await send(target.baseUrl)).result).toMatchObject({ kind: 'responded', status, text: '' });
      await target.closed(connection); // a body could follow
    }
  });

  test('keeps its connection where no body is announced', async () => {
    for (const head of ['204 No Content', '204 No Content\r\nContent-Length: 0']) {
      const target = await answering(`HTTP/1.1 ${head}\r\n\r\n`);
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
