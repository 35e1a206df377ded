import { lowestId } from '../base/id';
import { SILENT_CONSUMERS_MAX } from '../contract/attention';
import type { SilentConsumerRecord, SilentConsumerStore } from '../storage/messages/silent-consumer-store';
import type { PolledPageParts } from './polled-page';
import { type Lag, lagsOf } from './polling-consumers';

/** A consumer of a polling endpoint that no longer polls, though messages wait for it. */
export interface SilentConsumer extends SilentConsumerRecord {
  readonly lag: Lag;
}

const SILENT_MS = 86_400_000;
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
  /** The newest look; those who ask while it is under way get the same. */
  let looked: { readonly at: number; readonly silent: Promise<readonly SilentConsumer[]> } | null = null;
  return () => {
    const now = parts.now();
    if (looked && now >= looked.at && now - looked.at < LISTED_EVERY_MS) return looked.silent;
    const look = { at: now, silent: listSilent(store, parts) };
    looked = look;
    look.silent.catch(() => {
      // A look that failed says nothing.
      if (looked === look) looked = null;
    });
    return look.silent;
  };
}

async function listSilent(
  store: SilentConsumerStore,
  parts: Pick<PolledPageParts, 'polledMessages' | 'now'>,
): Promise<readonly SilentConsumer[]> {
  const until = parts.now() - SILENT_MS;
  const silent: SilentConsumer[] = [];
  for (const record of await store.list(until, SILENT_CONSUMERS_MAX)) {
    const [[consumer, lag] = []] = await lagsOf(parts, record, [record]);
    const waitsLong = lag && lag.firstId !== null && lag.firstId < lowestId('msg_', until);
    if (consumer && waitsLong) silent.push({ ...consumer, lag });
  }
  return silent;
}
