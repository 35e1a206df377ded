/**
 * Idempotency where several nodes share a database: a POST sent twice with the same key is executed once, whichever nodes
 * it reaches.
 *
 * Promises: all responses are on disk, those to keys made by client libraries too, since the repeat of a call may reach
 * another node. A message claims its key in the statement that stores it. Everything else claims it before it begins; a
 * repeat waits until the response is there. A claim whose node is gone is taken over after a minute: only a crash between
 * the work and its response lets a repeat through, as with one node. What PostgreSQL may have written without saying so is
 * not executed again: a repeat is told that nobody knows.
 *
 * A response that holds a secret is not on disk. The node that gave it has it in memory; any other says that it was
 * executed, and executes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { Idempotency, ResponseText, Work } from '../../http/pipeline/idempotent-request';
import { MemoryResponses } from '../../http/pipeline/memory-responses';
import {
  assertSameRequest,
  isSuccess,
  type KeyedRequest,
  repeatResponse,
  runOncePerKey,
} from '../../http/pipeline/run-once-per-key';
import { isOutcomeUnknown } from '../../storage/outcome-unknown';
import { type Claim, type ClaimStore, type FoundClaim, RUN_MAX_MS } from '../../storage/postgres/claim-store';
import { patiently } from '../../storage/postgres/patiently';
import { RESPONSES_KEPT_MS, RepeatedKey } from '../../storage/stored-response';

/** How long a repeat waits for the response to the first. */
const WAIT_MS = 4_000;
const LOOK_EVERY_MS = 100;
const TELL_AGAIN_AFTER_MS = 1_000;

interface SharedIdempotencyParts {
  readonly claims: ClaimStore;
  readonly clock: Clock;
  /** Milliseconds since 1970, as far as possible the same on all nodes. */
  readonly now: () => number;
}

export function createSharedIdempotency(parts: SharedIdempotencyParts): Idempotency {
  const { claims, clock, now } = parts;
  const secrets = new MemoryResponses();

  /** A response from disk. Undefined: nobody has executed it, or somebody just does. */
  async function findResponse(request: KeyedRequest): Promise<ResponseText | undefined> {
    const found = await patiently(clock, () => claims.find(request.keyHash, now()));
    if (found) assertKept(found, request);
    return found?.kind === 'answered' ? repeatResponse(found, request) : undefined;
  }

  async function runWithItsResponse(request: KeyedRequest, work: Work): Promise<ResponseText> {
    const { keyHash, requestHash, isAutomatic } = request;
    // A client library hardly ever repeats a call: it is enough that the statement sees it.
    const known = isAutomatic ? undefined : await findResponse(request);
    if (known) return known;
    try {
      return await work(({ status, text }) => ({
        keyHash,
        requestHash,
        status,
        body: text ?? '',
        now: now(),
      }));
    } catch (cause) {
      if (!(cause instanceof RepeatedKey)) throw cause;
      const response = await findResponse(request);
      if (response) return response;
      throw stillRunning();
    }
  }

  /** Waits for the claim of the key, or for the response of whoever has it. */
  async function claimOrResponse(request: KeyedRequest): Promise<Claim | ResponseText> {
    const { keyHash, requestHash } = request;
    const runId = randomUUID();
    const untilUs = clock.monotonicUs() + WAIT_MS * 1000;
    for (;;) {
      const claim = { keyHash, requestHash, runId, now: now() };
      if (await patiently(clock, () => claims.claim(claim))) return claim;
      for (;;) {
        const found = await patiently(clock, () => claims.find(keyHash, now()));
        if (!found) break;
        assertKept(found, request);
        if (found.kind === 'answered') return repeatResponse(found, request);
        if (found.runId === runId) return claim; // the response to the claim was lost
        if (found.hasRunOut) break;
        if (clock.monotonicUs() >= untilUs) throw stillRunning();
        await clock.sleep(LOOK_EVERY_MS);
      }
    }
  }

  async function runWithClaim(request: KeyedRequest, work: Work): Promise<ResponseText> {
    const { keyHash, requestHash, secretResponse } = request;
    const secret = secrets.get(keyHash, now() - RESPONSES_KEPT_MS);
    if (secret) return repeatResponse(secret, request);
    const claim = await claimOrResponse(request);
    if (!('runId' in claim)) return claim;
    let response: ResponseText;
    try {
      response = await work();
    } catch (cause) {
      if (isOutcomeUnknown(cause)) void tellDoubt(claim);
      else await claims.release(claim).catch(() => undefined); // then it runs out
      throw cause;
    }
    const { status } = response;
    const body = response.text ?? '';
    if (isSuccess(response) && secretResponse)
      secrets.keep(keyHash, { requestHash, status, body, at: now() });
    const keep = () =>
      isSuccess(response)
        ? claims.settle({ ...claim, now: now() }, secretResponse ? 'withheld' : { status, body })
        : claims.release(claim);
    // It was executed, whatever becomes of its claim.
    await patiently(clock, keep).catch(() => isSuccess(response) && void tellDoubt(claim));
    return response;
  }

  /** PostgreSQL is away just now. */
  async function tellDoubt(claim: Claim): Promise<void> {
    while (now() < claim.now + RUN_MAX_MS) {
      try {
        return await claims.settle({ ...claim, now: now() }, 'doubtful');
      } catch {
        await clock.sleep(TELL_AGAIN_AFTER_MS);
      }
    }
  }

  return runOncePerKey((request, work) =>
    request.keptWithWork ? runWithItsResponse(request, work) : runWithClaim(request, work),
  );
}

type Kept = Exclude<FoundClaim, { readonly kind: 'withheld' | 'doubtful' }>;

/** @throws ApiError when the key was used for something else, or what became of its request is not to be had */
function assertKept(found: FoundClaim, request: KeyedRequest): asserts found is Kept {
  assertSameRequest(found, request);
  if (found.kind === 'withheld') throw withheld();
  if (found.kind === 'doubtful') throw doubtful();
}

function doubtful() {
  return apiError(
    'idempotency_conflict',
    'The connection to PostgreSQL was lost during the request with this idempotency key: it is not known whether it was carried out. Look; if it was not, make it again with a new key.',
  );
}

function withheld() {
  return apiError(
    'idempotency_conflict',
    'The request with this idempotency key was executed. Its response contains a secret that is shown only once, so it is not kept. Use a new key to make another one.',
  );
}

function stillRunning() {
  return apiError(
    'unavailable',
    'The request with this idempotency key is still being executed. Repeat it in a moment.',
    1,
  );
}
