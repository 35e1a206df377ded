import type { ExpiredMessage, RetentionStore } from '../../storage/messages/retention-store';
import type { MaintenanceTask } from './maintenance';

/** Rows per read. */
const ROWS_PER_READ = 500;
/** Rows per write; a delivery takes its attempts along, usually at most eight. */
const PAYLOADS_PER_WRITE = 250;
const DELIVERIES_PER_WRITE = 100;
/** Freeing a payload means walking through it. */
const PAYLOAD_BYTES_PER_WRITE = 2 * 1024 * 1024;

/**
 * How long the past is kept. A payload is removed `retentionMs` after its message was accepted. A delivery is removed,
 * with its attempts, that long after it ended. Nothing that still waits is removed: neither the delivery nor its
 * attempts nor the payload, which then stays until that delivery itself is removed. The message stays, as a line in the
 * log.
 */
export function createRetention(
  store: RetentionStore,
  retentionMs: number,
): readonly [payloads: MaintenanceTask, deliveries: MaintenanceTask] {
  // Messages up to here are done. Those that had to wait are found again through their deliveries.
  let doneMessageId = '';
  return [
    {
      name: 'payloads',
      async *run(now) {
        for (;;) {
          const messages = await store.listMessages(doneMessageId, now - retentionMs, ROWS_PER_READ);
          for (const ids of inWrites(messages)) yield await store.removePayloads(ids);
          doneMessageId = messages.at(-1)?.id ?? doneMessageId;
          if (messages.length < ROWS_PER_READ) return;
          yield 0;
        }
      },
    },
    {
      name: 'deliveries',
      async *run(now) {
        const time = now - retentionMs;
        // From the first one each time: one that waited yesterday may have ended long ago by now.
        for (let lastId = 0; ; ) {
          const deliveries = await store.listDeliveries(lastId, time, ROWS_PER_READ);
          const ended = deliveries.filter(({ finishedAt }) => finishedAt !== null && finishedAt < time);
          for (let at = 0; at < ended.length; at += DELIVERIES_PER_WRITE) {
            const ids = ended.slice(at, at + DELIVERIES_PER_WRITE).map(({ id }) => id);
            yield await store.deleteDeliveries(ids, time);
          }
          lastId = deliveries.at(-1)?.id ?? lastId;
          if (deliveries.length < ROWS_PER_READ) return;
          yield 0;
        }
      },
    },
  ];
}

/**
 * Payloads whose senders wanted them removed earlier. Waiting deliveries are sent first, and the payload is removed
 * after that.
 */
export function createPayloadExpiry(store: RetentionStore): MaintenanceTask {
  return {
    name: 'expired payloads',
    async *run(now) {
      // From the first one each time: one that had to wait may be removable by now.
      for (let last: ExpiredMessage | null = null; ; ) {
        const messages: readonly ExpiredMessage[] = await store.listExpired(last, now, ROWS_PER_READ);
        for (const ids of inWrites(messages)) yield await store.removePayloads(ids);
        last = messages.at(-1) ?? last;
        if (messages.length < ROWS_PER_READ) return;
        yield 0;
      }
    },
  };
}

/** Messages that have a payload, in groups of a few hundred rows and a few megabytes. */
function inWrites(messages: readonly { id: string; payloadBytes: number | null }[]): string[][] {
  const groups: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const { id, payloadBytes } of messages) {
    if (payloadBytes === null) continue;
    const group = groups.at(-1);
    if (!group || group.length >= PAYLOADS_PER_WRITE || bytes + payloadBytes > PAYLOAD_BYTES_PER_WRITE) {
      groups.push([id]);
      bytes = payloadBytes;
    } else {
      group.push(id);
      bytes += payloadBytes;
    }
  }
  return groups;
}
