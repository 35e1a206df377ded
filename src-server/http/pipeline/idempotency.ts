/**
 * A POST sent twice with the same `idempotency-key` is executed once.
 *
 * Promises: a repeat within twelve hours gets the first response again; repeats that arrive while the first still runs
 * wait for it. Only answers that report success (2xx) are kept. A caller's own key with another body is refused with
 * 409 rather than given the response to another request.
 *
 * A message and the response to it are one write, so that a crash leaves both or neither. For everything else, the response
 * is written right after the work: a crash between the two lets a repeat through. It could only duplicate things that
 * people see and can delete, or that have a uid, which makes the second call fail.
 *
 * Where answers are kept: those to a caller's own key are on disk before they are sent, so they survive a restart.
 * Client libraries create keys that begin with `auto_` afresh for each call and only repeat them within a second, after
 * a 5xx answer: a disk write per message would gain nothing, so the newest of them stay in memory. Answers containing a
 * secret (new tokens) also stay in memory, since the disk holds only hashes.
 *
 * This is for a process that has its database for itself; `cluster/node/shared-idempotency.ts` is for several.
 */
import { apiError } from '../../base/errors';
import type { SureTime } from '../../base/time-watch';
import type { DatabaseTrouble } from '../../storage/database-trouble';
import type { IdempotencyStore } from '../../storage/installation/idempotency-store';
import { RESPONSES_KEPT_MS, type StoredResponse } from '../../storage/stored-response';
import type { Idempotency, KeepResponse } from './idempotent-request';
import { MemoryResponses } from './memory-responses';
import { isSuccess, repeatResponse, runOncePerKey } from './run-once-per-key';

/** @param examine what is wrong with the database: a kept response says that something is stored there */
export function createIdempotency(
  store: IdempotencyStore,
  time: SureTime,
  examine: () => Promise<DatabaseTrouble | null>,
): Idempotency {
  const memory = new MemoryResponses();

  const find = async (keyHash: string, isAutomatic: boolean): Promise<StoredResponse | undefined> => {
    const since = time.now() - RESPONSES_KEPT_MS;
    const known = memory.get(keyHash, since);
    return known ?? (isAutomatic ? undefined : store.find(keyHash, since));
  };

  const keep = async (keyHash: string, response: StoredResponse, onDisk: boolean): Promise<void> => {
    if (onDisk) await store.save(keyHash, response, time.latest());
    else memory.keep(keyHash, { at: time.latest(), ...response });
  };

  return runOncePerKey(async (request, work) => {
    const { keyHash, requestHash, isAutomatic } = request;
    const known = await find(keyHash, isAutomatic);
    if (known) {
      const trouble = await examine();
      if (trouble && trouble.reason !== 'unwritable') throw apiError('unavailable', trouble.detail);
      return repeatResponse(known, request);
    }
    const onDisk = !isAutomatic && !request.secretResponse;
    let isKept = false;
    const keepAlong: KeepResponse = ({ status, text }) => {
      isKept = true;
      return { keyHash, requestHash, status, body: text ?? '', now: time.latest() };
    };
    const response = await work(onDisk ? keepAlong : undefined);
    if (!isKept && isSuccess(response)) {
      await keep(keyHash, { requestHash, status: response.status, body: response.text ?? '' }, onDisk);
    }
    return response;
  });
}
