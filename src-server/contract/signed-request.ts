/** What a page signs of a request, instead of sending its page key along: nobody who reads it can send anything else. */
export interface SignedRequest {
  /** The run of the server that it is for. */
  readonly run: string;
  /** The time of the server, in milliseconds since 1970. */
  readonly at: number;
  /** 32 hexadecimal digits; each is used once. */
  readonly nonce: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** SHA-256 of the body, in hexadecimal digits; of nothing where there is none. */
  readonly bodyHash: string;
}

/** What stands in the header of a signed request. */
export interface RequestSignature extends Pick<SignedRequest, 'run' | 'at' | 'nonce' | 'bodyHash'> {
  /** HMAC-SHA256 of `requestText`, in hexadecimal digits. */
  readonly mac: string;
}

const FORM = /^signed\.(\w{1,64})\.(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64})\.([0-9a-f]{64})$/;

/** The text of a request that is signed. */
export function requestText({ run, at, nonce, method, target, bodyHash }: SignedRequest): string {
  return ['posthorn request', run, at, nonce, method, target, bodyHash].join('\n');
}

/** The text under the proof of a server; no request has the same. @param nonce from the page */
export function serverText(nonce: string, run: string, at: number): string {
  return ['posthorn server', nonce, run, at].join('\n');
}

/** A signature as the header has it. */
export function writeSignature({ run, at, nonce, bodyHash, mac }: RequestSignature): string {
  return ['signed', run, at, nonce, bodyHash, mac].join('.');
}

/** Null: it is no signature, but perhaps a page key. */
export function readSignature(header: string): RequestSignature | null {
  const [, run = '', at = '', nonce = '', bodyHash = '', mac = ''] = FORM.exec(header) ?? [];
  return run === '' ? null : { run, at: Number(at), nonce, bodyHash, mac };
}
