import { createHash, createHmac, randomBytes } from 'node:crypto';
import { requestText, writeSignature } from '../../src-server/contract/signed-request';

/** What a page needs to sign for a session. */
export interface SigningPage {
  readonly signingKey: string;
  readonly run: string;
  /** The time of the server. */
  readonly now: number;
}

/** What a page of a browser sends in place of its page key. */
export function signedHeader(
  { signingKey, run, now }: SigningPage,
  { method, target, body = '' }: { readonly method: string; readonly target: string; readonly body?: string },
): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const signed = { run, at: now, nonce: randomBytes(16).toString('hex'), bodyHash };
  const text = requestText({ ...signed, method, target });
  const mac = createHmac('sha256', Buffer.from(signingKey, 'hex')).update(text).digest('hex');
  return writeSignature({ ...signed, mac });
}
