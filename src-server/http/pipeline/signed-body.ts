import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Principal } from '../../access/principal';
import { apiError } from '../../base/errors';
import { hashBody } from './hash-body';

/** @throws ApiError authentication_failed for a body that is not the one which the page has signed */
export async function assertSignedBody(principal: Principal, bytes: Uint8Array): Promise<void> {
  const signed = signedHashOf(principal);
  if (signed !== null && signed !== (await hashBody(bytes))) throw notSigned();
}

/** The same bytes, the last of them only if they are what the page has signed: another body never arrives whole. */
export function signedBody(principal: Principal, body: Readable): Readable {
  const signed = signedHashOf(principal);
  if (signed === null) return body;
  const sum = createHash('sha256');
  let last: Buffer | null = null;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      const before = last;
      last = chunk;
      done(null, before);
    },
    flush(done) {
      if (sum.digest('hex') === signed) done(null, last);
      else done(notSigned());
    },
  });
  // Its failure also fails `checked`, where it is handled.
  pipeline(body, checked).catch(() => undefined);
  return checked;
}

function signedHashOf(principal: Principal): string | null {
  return 'bodyHash' in principal ? (principal.bodyHash ?? null) : null;
}

function notSigned() {
  return apiError('authentication_failed', 'The page has not signed this body.');
}
