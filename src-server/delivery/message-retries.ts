import { apiError, notFound } from '../base/errors';
import type { DeliveryStore } from '../storage/messages/delivery-store';
import type { EndpointRetry, WaitingRetries } from '../storage/messages/waiting-retries';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { FindEndpoint } from './endpoints/find-endpoint';
import type { Engine } from './engine/engine';

/** What became, or would become, of the retries of a message. */
export interface RetriedMessage {
  /** Deliveries that get an attempt now, beside those of their schedule. */
  readonly retried: number;
  /** Queued, due already, or being attempted. */
  readonly alreadyDue: number;
  /** At disabled endpoints, where they keep waiting. */
  readonly endpointDisabled: number;
  /** Held, because their endpoint or all sending is paused. */
  readonly paused: number;
}

/** Sends what waits for a retry of one message now. */
export interface MessageRetries {
  /**
   * Every delivery of the message that waits for a retry is attempted now, within the limit of its endpoint, whose
   * receiver counts as repaired. Its schedule stays: where the attempt fails, the retry comes at its time.
   * @param endpointId only there; null: everywhere
   * @param dryRun counts, and changes nothing
   * @throws ApiError not_found, missing_payload
   */
  retryNow(
    messageId: string,
    choice: { readonly endpointId: string | null; readonly dryRun: boolean },
  ): Promise<RetriedMessage>;
}

interface MessageRetriesParts {
  readonly retries: WaitingRetries;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  readonly findEndpoint: FindEndpoint;
  readonly engine: Engine;
  /** Since when all sending is paused. Null: it is not. */
  readonly pausedSince: () => number | null;
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
}

/** Sends that start at once count too: some milliseconds each. */
const ROWS_AT_ONCE = 100;

export function createMessageRetries(parts: MessageRetriesParts): MessageRetries {
  const { retries, deliveries, directory, findEndpoint, engine, pausedSince, now } = parts;

  /** Makes them due, and returns how many were not before. */
  async function makeDue(found: readonly EndpointRetry[]): Promise<number> {
    const retried = await retries.makeDueNow(found, now());
    const counts = new Map<string, number>();
    for (const { endpointId } of found) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    for (const [endpointId, count] of counts) {
      engine.forgive(endpointId);
      engine.madeDue(endpointId, count);
    }
    return retried;
  }

  return {
    async retryNow(messageId, { endpointId, dryRun }) {
      const [content] = await deliveries.readContents([messageId]);
      if (!content) throw notFound('Message');
      if (content.payload === null) {
        throw apiError('missing_payload', 'The message cannot be sent again: its content was removed.');
      }
      let [retried, alreadyDue, endpointDisabled, paused] = [0, 0, 0, 0];
      for (let after: EndpointRetry | null = null; ; ) {
        const page: readonly EndpointRetry[] = await retries.listWaitingOf(
          { messageId, endpointId },
          after,
          ROWS_AT_ONCE,
        );
        for (const retry of page) await findEndpoint(retry.endpointId);
        // At a deleted endpoint, nothing waits any longer, also where that is still to be written.
        const living = page.filter((retry) => directory.endpoint(retry.endpointId) !== undefined);
        const enabled = living.filter((retry) => directory.endpoint(retry.endpointId)?.disabled === false);
        const sending = enabled.filter(
          (retry) => pausedSince() === null && !directory.endpoint(retry.endpointId)?.paused,
        );
        const later = sending.filter(({ isFirst, dueAt }) => isFirst === 0 && dueAt > now());
        endpointDisabled += living.length - enabled.length;
        paused += enabled.length - sending.length;
        alreadyDue += sending.length - later.length;
        retried += dryRun ? later.length : await makeDue(later);
        after = page.at(-1) ?? null;
        if (page.length < ROWS_AT_ONCE) return { retried, alreadyDue, endpointDisabled, paused };
      }
    },
  };
}
