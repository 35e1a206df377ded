import { lowestId } from '../base/id';
import type { SilentConsumerRecord, SilentConsumerStore } from '../storage/messages/silent-consumer-store';
import type { PolledPageParts } from './polled-page';
import { type Lag, lagsOf } from './polling-consumers';

/** A consumer of a polling endpoint that no longer polls, though messages wait for it. */
interface SilentConsumer extends SilentConsumerRecord {
  readonly lag: Lag;
}

const SILENT_MS = 86_400_000;
/** Those that are looked at; others are not listed. The longest silent come first: a new one takes the place of none. */
const SILENT_MAX = 100;
/** How long a list is good enough: who does not poll only falls behind further. */
const LISTED_EVERY_MS = 60_000;

/**
 * Makes the function that lists the consumers that have polled before, not within the last day, and for which a message has
 * waited as long. It reads what is stored, so every node says the same.
 */
export function createSilentConsumers(
  store: SilentConsumerStore,
  parts: Pick<PolledPageParts, 'polledMessages' | 'now'>,
): () => Promise<readonly SilentConsumer[]> {
  let listed: { readonly at: number; readonly silent: readonly SilentConsumer[] } | null = null;
  return async () => {
    const now = parts.now();
    if (listed && now >= listed.at && now - listed.at < LISTED_EVERY_MS) return listed.silent;
    const until = now - SILENT_MS;
    const silent: SilentConsumer[] = [];
    for (const record of await store.list(until, SILENT_MAX)) {
      const [[consumer, lag] = []] = await lagsOf(parts, record, [record]);
      const waitsLong = lag && lag.firstId !== null && lag.firstId < lowestId('msg_', until);
      if (consumer && waitsLong) silent.push({ ...consumer, lag });
    }
    listed = { at: now, silent };
    return silent;
  };
}
