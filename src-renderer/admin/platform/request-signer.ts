import type { BrowserLoginOut } from '../../../src-server/contract/browser-session';
import { requestText, serverText, writeSignature } from '../../../src-server/contract/signed-request';
import { ApiClient, type RequestSigner } from '../../api/api-client';
import { ApiFailure, toApiFailure } from '../../api/api-failure';
import { keepSigningSession, readSigningSession, type SigningSession } from './signing-session';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
/** A server proves itself at once. */
const PROOF_MS = 10_000;

/** Read once; null: not yet. */
let reading: Promise<SigningSession | null> | null = null;
let renewing: Promise<boolean> | null = null;
/** Whether a server has accepted a request of this very page. */
let isAccepted = false;
/** The page is being left: nothing that takes its time is still done. */
let isLeaving = false;

/** Signs for the log-in of this browser. */
export const requestSigner: RequestSigner = {
  async sign({ method, url, body = '' }) {
    if (isLeaving) return null;
    const session = await current();
    if (!session) return null;
    const { pathname, search } = new URL(url, location.href);
    const signed = {
      run: session.run,
      at: Date.now() + session.aheadMs,
      nonce: randomHex(16),
      bodyHash: toHex(await crypto.subtle.digest('SHA-256', toBytes(body))),
    };
    const text = requestText({ ...signed, method, target: pathname + search });
    return writeSignature({
      ...signed,
      mac: toHex(await crypto.subtle.sign(HMAC, session.key, toBytes(text))),
    });
  },
  onAccepted: () => {
    isAccepted = true;
  },
  renew() {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  },
};

/** Signs from now on for this log-in, if this page can. */
export async function signFor({ id, signingKey, run, now }: BrowserLoginOut): Promise<void> {
  if (signingKey === null || !globalThis.crypto?.subtle) return stopSigning();
  const key = await crypto.subtle.importKey('raw', fromHex(signingKey), HMAC, false, ['sign', 'verify']);
  await hold({ sessionId: id, key, run, aheadMs: now - Date.now() });
}

/** Forgets the log-in. What is about to be sent is still signed. */
export function stopSigning(): Promise<void> {
  reading = Promise.resolve(null);
  return keepSigningSession(null);
}

/** Another tab has logged in or out. */
export function readSignerAgain(): void {
  reading = null;
}

/** Called once, before anything is sent. */
export function watchLeaving(): void {
  addEventListener('pagehide', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

function current(): Promise<SigningSession | null> {
  reading ??= readSigningSession();
  return reading;
}

function hold(session: SigningSession): Promise<void> {
  reading = Promise.resolve(session);
  return keepSigningSession(session);
}

async function renew(): Promise<boolean> {
  // Another tab may have logged in anew.
  const session = (await readSigningSession()) ?? (await current());
  if (!session) return false;
  const proven = await askForProof(session);
  if (proven) {
    await hold({ ...session, ...proven });
    return true;
  }
  // A page that has just been loaded is that of whoever answers now.
  if (!isAccepted) return false;
  throw new ApiFailure(
    0,
    'another_server',
    'Another program is listening at the URL of this server. Nothing was sent that it could use.',
  );
}

/** The run of a server that proves that it knows the key. Null: it does not. @throws ApiFailure when nobody answers */
async function askForProof({ sessionId, key }: SigningSession) {
  const nonce = randomHex(32);
  // Without the cookie: who answers is not known yet.
  const api = new ApiClient({ baseAddress: '', token: null });
  try {
    const input = { path: { session: sessionId }, body: { nonce } };
    // A listener that keeps the page waiting would keep it from the server, too, when that is back.
    const late = AbortSignal.timeout(PROOF_MS);
    const { run, now, proof } = await api.call('POST /auth/browser-session/{session}/challenge', input, late);
    const text = toBytes(serverText(nonce, run, now));
    if (!(await crypto.subtle.verify(HMAC, key, fromHex(proof), text))) return null;
    return { run, aheadMs: now - Date.now() };
  } catch (cause) {
    const failure = toApiFailure(cause);
    if (failure.code === 'unreachable') throw failure;
    return null;
  }
}

function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)).buffer);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
