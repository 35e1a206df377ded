import { SESSION_IDLE_MS } from '../access/browser-sessions';
import { ENDED_SHARES_KEPT_MS } from '../access/share-links';
import type { Clock } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { SureTime } from '../base/time-watch';
import { createAbandonedCancellation } from '../delivery/tasks/abandoned-cancellation';
import { createMaintenance, type MaintenanceTask, untilNoneIsLeft } from '../delivery/tasks/maintenance';
import { createPayloadExpiry, createRetention } from '../delivery/tasks/retention';
import type { AgingTable } from '../storage/messages/retention-store';
import { RESPONSES_KEPT_MS } from '../storage/stored-response';
import type { Stores } from '../storage/stores';

/** How long an ended background task is kept for lookup. */
const TASKS_KEPT_MS = 90 * 24 * 3_600_000;
/** How late a payload may be removed after the time that its sender set. */
const OFTEN_MS = 60_000;
/** Rows that maintenance removes per write. */
const ROWS_PER_WRITE = 250;

interface HousekeeperParts
  extends Pick<
    Stores,
    | 'abandoned'
    | 'audit'
    | 'deliveries'
    | 'retention'
    | 'browserSessionStore'
    | 'tokens'
    | 'shareLinkStore'
    | 'taskStore'
    | 'idempotencyStore'
    | 'eventTypeVersions'
  > {
  readonly clock: Clock;
  readonly time: SureTime;
  readonly log: Log;
  /** How long messages and attempts are kept. */
  readonly retentionMs: number;
  /** How long lines of the audit are kept. */
  readonly auditMs: number;
  /** What else is removed, each minute. */
  readonly often?: readonly MaintenanceTask[];
}

/** Removes old data: payloads often, since their senders set a time; everything else at leisure. Ends what waits for nobody. */
export function createMaintenanceServices(parts: HousekeeperParts): readonly Service[] {
  const { clock, time, log, retention, retentionMs, tokens, taskStore, idempotencyStore, eventTypeVersions } =
    parts;
  const { browserSessionStore, shareLinkStore } = parts;
  const [payloads, deliveries] = createRetention(retention, retentionMs);
  const rowsOf = (table: AgingTable) => (most: number) => retention.countRows(table, most);
  const old = (table: AgingTable, name: string, remove: Parameters<typeof untilNoneIsLeft>[2]) => ({
    ...untilNoneIsLeft(name, ROWS_PER_WRITE, remove),
    count: rowsOf(table),
  });
  const payloadExpiry = createMaintenance({
    clock,
    time,
    log,
    tasks: [
      { ...createPayloadExpiry(retention), count: retention.countPayloads },
      ...(parts.often ?? []),
      // Last, since with millions it takes minutes, and nobody waits for it.
      createAbandonedCancellation(parts.abandoned, parts.deliveries),
    ],
    everyMs: OFTEN_MS,
  });
  const maintenance = createMaintenance({
    clock,
    time,
    log,
    tasks: [
      { ...payloads, count: retention.countPayloads },
      { ...deliveries, count: rowsOf('delivery') },
      old('token', 'expired tokens', tokens.deleteExpiredPortalTokens),
      old('browser_session', 'unused browser sessions', (now, limit) =>
        browserSessionStore.deleteUnused(now - SESSION_IDLE_MS, limit),
      ),
      // The copies first: a write that removed a link with thousands of them would take too long.
      old('share_event_type', 'copies of ended share links', shareLinkStore.deleteCopiesOfEnded),
      old('share_link', 'ended share links', (now, limit) =>
        shareLinkStore.deleteEndedBefore(now - ENDED_SHARES_KEPT_MS, limit),
      ),
      old('background_task', 'old background tasks', (now, limit) =>
        taskStore.deleteEndedBefore(now - TASKS_KEPT_MS, limit),
      ),
      old('idempotent_answer', 'old responses', (now, limit) =>
        idempotencyStore.deleteBefore(now - RESPONSES_KEPT_MS, limit),
      ),
      old('audit_line', 'old lines of the audit', (now, limit) =>
        parts.audit.deleteBefore(now - parts.auditMs, limit),
      ),
      untilNoneIsLeft('old versions of event types', ROWS_PER_WRITE, (_now, limit) =>
        eventTypeVersions.deleteBeyondKept(limit),
      ),
    ],
  });
  return [payloadExpiry, maintenance];
}
