import { SESSION_IDLE_MS } from '../access/browser-sessions';
import { ENDED_SHARES_KEPT_MS } from '../access/share-links';
import type { Clock } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { createMaintenance, type MaintenanceTask, untilNoneIsLeft } from '../delivery/maintenance';
import { createPayloadExpiry, createRetention } from '../delivery/retention';
import { ANSWERS_KEPT_MS } from '../storage/stored-answer';
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
    | 'retention'
    | 'browserSessionStore'
    | 'tokens'
    | 'shareLinkStore'
    | 'taskStore'
    | 'idempotencyStore'
    | 'eventTypeVersions'
  > {
  readonly clock: Clock;
  readonly log: Log;
  /** How long messages and attempts are kept. */
  readonly retentionMs: number;
  /** What else is removed, each minute. */
  readonly often?: readonly MaintenanceTask[];
}

/** Removes old data: payloads often, since their senders set a time; everything else at leisure. */
export function createMaintenanceServices(parts: HousekeeperParts): readonly Service[] {
  const { clock, log, retention, retentionMs, tokens, taskStore, idempotencyStore, eventTypeVersions } =
    parts;
  const { browserSessionStore, shareLinkStore } = parts;
  const payloadExpiry = createMaintenance({
    clock,
    log,
    tasks: [createPayloadExpiry(retention), ...(parts.often ?? [])],
    everyMs: OFTEN_MS,
  });
  const maintenance = createMaintenance({
    clock,
    log,
    tasks: [
      ...createRetention(retention, retentionMs),
      untilNoneIsLeft('expired tokens', ROWS_PER_WRITE, tokens.deleteExpiredPortalTokens),
      untilNoneIsLeft('unused browser sessions', ROWS_PER_WRITE, (now, limit) =>
        browserSessionStore.deleteUnused(now - SESSION_IDLE_MS, limit),
      ),
      // The copies first: a write that removed a link with thousands of them would take too long.
      untilNoneIsLeft('copies of ended share links', ROWS_PER_WRITE, shareLinkStore.deleteCopiesOfEnded),
      untilNoneIsLeft('ended share links', ROWS_PER_WRITE, (now, limit) =>
        shareLinkStore.deleteEndedBefore(now - ENDED_SHARES_KEPT_MS, limit),
      ),
      untilNoneIsLeft('old background tasks', ROWS_PER_WRITE, (now, limit) =>
        taskStore.deleteEndedBefore(now - TASKS_KEPT_MS, limit),
      ),
      untilNoneIsLeft('old answers', ROWS_PER_WRITE, (now, limit) =>
        idempotencyStore.deleteBefore(now - ANSWERS_KEPT_MS, limit),
      ),
      untilNoneIsLeft('old versions of event types', ROWS_PER_WRITE, (_now, limit) =>
        eventTypeVersions.deleteBeyondKept(limit),
      ),
    ],
  });
  return [payloadExpiry, maintenance];
}
