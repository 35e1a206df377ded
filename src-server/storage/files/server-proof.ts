/**
 * How a server proves to a program on its machine that it is the server of a data folder, before that program sends
 * a token: it answers a challenge with the secret in `server-address`, which only the owner of the folder can read.
 * The address of the server is part of the response, so a listener elsewhere cannot pass the challenge on to it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { askOwnServer } from '../../base/ask-own-server';
import { SERVER_PROOF_PATH } from '../../contract/server-proof';
import type { ServerAddress } from './server-address';

/**
 * - `proven`: the server of the folder answers.
 * - `alive`: the file is of an older version, which has no secret, and something answers as Posthorn does.
 * - `stranger`: something else listens there.
 * - `silent`: nothing answers in time.
 */
type ServerProof = 'proven' | 'alive' | 'stranger' | 'silent';

const RESPONSE_MS = 5000;
const NOBODY_THERE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/;

/** A secret for one run of a server. */
export function newServerSecret(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The response of a server to a challenge, in hexadecimal digits.
 * @param baseUrl where the server listens
 */
export function serverProof(secret: string, nonce: string, baseUrl: string): string {
  return createHmac('sha256', secret).update(`posthorn server proof\n${nonce}\n${baseUrl}`).digest('hex');
}

/** Asks the listener at this address for a proof. No token is sent. */
export async function proveServer({ baseUrl, secret, certificate }: ServerAddress): Promise<ServerProof> {
  if (secret === null) {
    const body = await ask(`${baseUrl}/api/v1/health`, certificate);
    if (body === null) return 'silent';
    return body.status === 'ok' ? 'alive' : 'stranger';
  }
  const nonce = randomBytes(32).toString('hex');
  const body = await ask(`${baseUrl}/api/v1${SERVER_PROOF_PATH}`, certificate, { nonce });
  if (body === null) return 'silent';
  const expected = Buffer.from(serverProof(secret, nonce, baseUrl));
  const found = Buffer.from(String(body.proof));
  return found.length === expected.length && timingSafeEqual(found, expected) ? 'proven' : 'stranger';
}

/** The members of the response; none for a response that no server of ours gives. Null: no response. */
async function ask(
  url: string,
  certificate: string | null,
  body?: object,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_MS);
    const { text } = await askOwnServer(url, { certificate, signal, ...(body && { body }) });
    return { ...JSON.parse(text) };
  } catch (cause) {
    return isSilence(cause) ? null : {};
  }
}

function isSilence(cause: unknown): boolean {
  const { name, code } = cause as { readonly name?: unknown; readonly code?: unknown };
  return name === 'AbortError' || name === 'TimeoutError' || NOBODY_THERE.test(String(code));
}
