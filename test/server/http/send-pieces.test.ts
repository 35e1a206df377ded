import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { sendPieces } from '../../../src-server/http/pipeline/send-pieces';

test('other work has its turn between two pieces, however quickly they are read', async () => {
  let turns = 0;
  let isSent = false;
  const count = () => {
    turns += 1;
    if (!isSent) setImmediate(count);
  };
  setImmediate(count);
  const texts: string[] = [];
  const response = new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });
  const pieces = async function* () {
    for (let n = 0; n < 20; n++) yield `${n} `;
  };
  const headers = { setHeader: () => undefined };
  await sendPieces(Object.assign(response, headers) as unknown as ServerResponse, {
    status: 200,
    pieces: pieces(),
  });
  isSent = true;
  expect(texts.join('')).toBe(Array.from({ length: 20 }, (_, n) => `${n} `).join(''));
  expect(turns).toBeGreaterThanOrEqual(19);
});
