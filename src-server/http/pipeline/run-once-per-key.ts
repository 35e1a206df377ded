import { createHash } from 'node:crypto';
import { apiError } from '../../base/errors';
import type { StoredResponse } from '../../storage/stored-response';
import { HASHED_AT_ONCE_BYTES, hashBody } from './hash-body';
import type { Idempotency, IdempotentRequest, ResponseText, Work } from './idempotent-request';

/** A request by what its response is kept under. */
export interface KeyedRequest extends Pick<IdempotentRequest, 'secretResponse' | 'keptWithWork'> {
  readonly keyHash: string;
  readonly requestHash: string;
  /** A client library has made the key for this call. */
  readonly isAutomatic: boolean;
}

/** Calls `run` for one request of a key at a time: the others wait until it has ended, and then do as they find it. */
export function runOncePerKey(
  run: (request: KeyedRequest, work: Work) => Promise<ResponseText>,
): Idempotency {
  const running = new Map<string, Promise<unknown>>();
  return async ({ key, authorization, url, body, secretResponse, keptWithWork }, work) => {
    const keyHash = hash(authorization, key, url);
    const request = {
      secretResponse,
      keptWithWork,
      keyHash,
      // Small ones are kept by another hash since the first version.
      requestHash: body.length <= HASHED_AT_ONCE_BYTES ? hash(body) : await hashBody(body),
      isAutomatic: key.startsWith('auto_'),
    };
    // Each waiter checks again afterwards: the first run may have failed, and then it is the next one's turn. Nothing
    // may be awaited between the last check and `running.set`.
    while (running.has(keyHash)) await running.get(keyHash)?.catch(() => undefined);
    const result = run(request, work);
    running.set(keyHash, result);
    try {
      return await result;
    } finally {
      running.delete(keyHash);
    }
  };
}

/**
 * The kept response to an earlier request of the same key.
 * @throws ApiError idempotency_conflict when it was the response to something else
 */
export function repeatResponse(known: StoredResponse, request: KeyedRequest): ResponseText {
  assertSameRequest(known, request);
  return { status: known.status, text: known.body === '' ? null : known.body };
}

/** @throws ApiError idempotency_conflict when a caller's own key stands for another body */
export function assertSameRequest(
  known: Pick<StoredResponse, 'requestHash'>,
  { isAutomatic, requestHash }: KeyedRequest,
): void {
  if (isAutomatic || known.requestHash === requestHash) return;
  throw apiError(
    'idempotency_conflict',
    'This idempotency key was used before with another body. Use a new key.',
  );
}

/** Only these responses are kept. */
export function isSuccess({ status }: ResponseText): boolean {
  return status >= 200 && status < 300;
}

/** One hash over several parts, each preceded by its length so that parts cannot run into each other. */
function hash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex');
}
