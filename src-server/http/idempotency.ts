/**
 * A POST sent twice with the same `idempotency-key` is executed once.
 *
 * Promises: a repeat within twelve hours gets the first answer again; repeats that arrive while the first still runs
 * wait for it. Only answers that report success (2xx) are kept. A caller's own key with another body is refused with
 * 409 rather than given the answer to another request.
 *
 * A message and the answer to it are one write, so that a crash leaves both or neither. For everything else, the answer
 * is written right after the work: a crash between the two lets a repeat through. It could only duplicate things that
 * people see and can delete, or that have a uid, which makes the second call fail.
 *
 * Where answers are kept: those to a caller's own key are on disk before they are sent, so they survive a restart.
 * Client libraries create keys that begin with `auto_` afresh for each call and only repeat them within a second, after
 * a 5xx answer: a disk write per message would gain nothing, so the newest of them stay in memory. Answers containing a
 * secret (new tokens) also stay in memory, since the disk holds only hashes.
 */
import { createHash, webcrypto } from 'node:crypto';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { AnswerToKeep, IdempotencyStore, StoredAnswer } from '../storage/idempotency-store';

/** How long an answer is kept. */
export const KEPT_MS = 12 * 3_600_000;
/** Bounds of the memory; beyond either one, the oldest answers go. An answer can repeat a payload of a megabyte. */
const MEMORY_MAX_ANSWERS = 10_000;
const MEMORY_MAX_CHARACTERS = 16 * 1024 * 1024;

/** A larger body is hashed off the event loop. */
const HASHED_HERE_BYTES = 1024 * 1024;

/** What identifies a repeat, and how its answer may be kept. */
export interface IdempotentRequest {
  readonly key: string;
  readonly authorization: string;
  /** Path and query as received. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly secretAnswer: boolean;
}

/** An answer in the form in which it is sent. */
export interface AnswerText {
  readonly status: number;
  /** JSON text. Null: none. */
  readonly text: string | null;
}

/**
 * Turns the answer into a record to write together with the work of the request; it is not written again afterwards.
 */
export type KeepAnswer = (answer: AnswerText) => AnswerToKeep;

/** Runs `work`, or returns the answer of an earlier run of the same request. */
export type Idempotency = (
  request: IdempotentRequest,
  work: (keep?: KeepAnswer) => Promise<AnswerText>,
) => Promise<AnswerText>;

interface MemoryAnswer extends StoredAnswer {
  readonly at: number;
}

/** The newest answers, within bounds. */
class Memory {
  readonly #answers = new Map<string, MemoryAnswer>(); // oldest first
  #characters = 0;

  get(keyHash: string, since: number): StoredAnswer | undefined {
    const known = this.#answers.get(keyHash);
    return known && known.at > since ? known : undefined;
  }

  keep(keyHash: string, answer: MemoryAnswer): void {
    this.#drop(keyHash);
    this.#answers.set(keyHash, answer);
    this.#characters += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MEMORY_MAX_ANSWERS && this.#characters <= MEMORY_MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(keyHash: string): void {
    this.#characters -= this.#answers.get(keyHash)?.body.length ?? 0;
    this.#answers.delete(keyHash);
  }
}

export function createIdempotency(store: IdempotencyStore, clock: Clock): Idempotency {
  const running = new Map<string, Promise<unknown>>();
  const memory = new Memory();

  const find = async (keyHash: string, isAutomatic: boolean): Promise<StoredAnswer | undefined> => {
    const since = clock.now() - KEPT_MS;
    const known = memory.get(keyHash, since);
    return known ?? (isAutomatic ? undefined : store.find(keyHash, since));
  };

  const keep = async (keyHash: string, answer: StoredAnswer, onDisk: boolean): Promise<void> => {
    if (onDisk) await store.save(keyHash, answer, clock.now());
    else memory.keep(keyHash, { ...answer, at: clock.now() });
  };

  return async (request, work) => {
    const isAutomatic = request.key.startsWith('auto_');
    const keyHash = hash(request.authorization, request.key, request.url);
    const requestHash = await bodyHash(request.body);
    // Each waiter checks again afterwards: the first run may have failed, and then it is the next one's turn. Nothing
    // may be awaited between the last check and `running.set`.
    while (running.has(keyHash)) await running.get(keyHash)?.catch(() => undefined);
    const run = async (): Promise<AnswerText> => {
      const known = await find(keyHash, isAutomatic);
      if (known) {
        if (!isAutomatic && known.requestHash !== requestHash) throw reused();
        return { status: known.status, text: known.body === '' ? null : known.body };
      }
      const onDisk = !isAutomatic && !request.secretAnswer;
      let isKept = false;
      const keepAlong: KeepAnswer = ({ status, text }) => {
        isKept = true;
        return { keyHash, requestHash, status, body: text ?? '', now: clock.now() };
      };
      const answer = await work(onDisk ? keepAlong : undefined);
      if (!isKept && answer.status >= 200 && answer.status < 300) {
        await keep(keyHash, { requestHash, status: answer.status, body: answer.text ?? '' }, onDisk);
      }
      return answer;
    };
    const result = run();
    running.set(keyHash, result);
    try {
      return await result;
    } finally {
      running.delete(keyHash);
    }
  };
}

function reused() {
  return apiError(
    'idempotency_conflict',
    'This idempotency key was used before with another body. Use a new key.',
  );
}

/** The same for large bodies, which would block the event loop for too long. */
async function bodyHash(body: Uint8Array): Promise<string> {
  if (body.length <= HASHED_HERE_BYTES) return hash(body);
  // A copy: the digest does not accept memory shared between threads.
  const sum = await webcrypto.subtle.digest('SHA-256', new Uint8Array(body));
  return Buffer.from(sum).toString('hex');
}

/** One hash over several parts, each preceded by its length so that parts cannot run into each other. */
function hash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex');
}
