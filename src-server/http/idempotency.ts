/**
 * A POST that is sent twice with the same `idempotency-key` happens once.
 *
 * Promises: a repeat within twelve hours gets the first answer again; repeats that arrive while the first still
 * runs wait for it. Only answers that say it happened (2xx) are kept. A caller's own key with another body is
 * refused with 409 instead of being answered with something that was never asked.
 *
 * A message and the answer to it are one write, so that a crash leaves both or neither. Everything else is written
 * first and its answer right after: between the two a crash lets a repeat through. What that could double is a thing
 * that people see and can delete, or it has a uid that says no the second time.
 *
 * Where answers are kept: those to a caller's own key on the disk before they are sent, so they outlive a restart.
 * Keys that begin with `auto_` are made anew by client libraries for each call and only repeated within a second,
 * when an answer was a 5xx: a disk write for each message would buy nothing, so they stay in memory, the newest
 * of them. Answers with a secret in them (new tokens) also stay in memory, since the disk holds only hashes.
 */
import { createHash, webcrypto } from 'node:crypto';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { AnswerToKeep, IdempotencyStore, StoredAnswer } from '../storage/idempotency-store';

/** How long an answer is kept. */
export const KEPT_MS = 12 * 3_600_000;
/** What memory may hold; beyond either the oldest go. An answer can repeat a payload of a megabyte. */
const MEMORY_MAX_ANSWERS = 10_000;
const MEMORY_MAX_CHARACTERS = 16 * 1024 * 1024;

/** A larger body is hashed beside the event loop. */
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

/** An answer as it goes out. */
export interface AnswerText {
  readonly status: number;
  /** JSON text. Null: none. */
  readonly text: string | null;
}

/** Makes the answer into what is written together with what the request does; it is not written again then. */
export type KeepAnswer = (answer: AnswerText) => AnswerToKeep;

/** Runs `work`, or gives the answer an earlier run of the same request got. */
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
    // Whoever waits looks again afterwards: the first run may have failed, and then the next one's turn has come.
    // Nothing may be awaited between the last look and `running.set`.
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

/** The same for large bodies, which take longer than a request may hold the event loop. */
async function bodyHash(body: Uint8Array): Promise<string> {
  if (body.length <= HASHED_HERE_BYTES) return hash(body);
  // A copy: the digest takes no memory that threads share.
  const sum = await webcrypto.subtle.digest('SHA-256', new Uint8Array(body));
  return Buffer.from(sum).toString('hex');
}

/** One hash over several parts, each with its length before it so that parts cannot run into each other. */
function hash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex');
}
