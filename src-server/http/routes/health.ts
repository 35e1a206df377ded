import { type Clock, toIsoTime } from '../../base/clock';
import type { OwnCertificate } from '../../base/own-certificate';
import type { ClockDoubt, TimeWatch } from '../../base/time-watch';
import type { HealthFailingOut, HealthOut } from '../../contract/health';
import { networkSentence } from '../../contract/network-sentence';
import { healthOperations } from '../../contract/operations/health';
import type { Delivery } from '../../delivery/delivery';
import type { BackupSchedule, BackupState } from '../../diagnostics/backup-schedule';
import type { Database } from '../../storage/database';
import { UNWRITABLE_TROUBLE } from '../../storage/database-trouble';
import type { SettingStore } from '../../storage/installation/setting-store';
import { type NetworkSources, networkOut } from '../network-out';
import { type Route, type RouteInput, route } from '../route';

interface HealthRouteParts extends NetworkSources {
  readonly settings: Pick<SettingStore, 'ping'>;
  readonly db: Pick<Database, 'trouble' | 'dialect'>;
  readonly delivery: Pick<Delivery, 'shortage' | 'network'>;
  readonly clock: Clock;
  readonly time: Pick<TimeWatch, 'doubt' | 'confirm'>;
  /** With what it speaks https. Null: it speaks plain http. */
  readonly tls: Pick<OwnCertificate, 'trouble'> | null;
  /** Null: the database is not backed up on a schedule. */
  readonly backupSchedule: Pick<BackupSchedule, 'state'> | null;
  /** Whether this server is being stopped: a proxy then sends it nothing more. */
  readonly isStopping: () => boolean;
}

type Trouble = Pick<HealthFailingOut, 'reason' | 'detail'>;

/** A connection that was cut without a word keeps a read waiting for longer than a load balancer waits for its response. */
const WAIT_MS = 4000;
const STOPPING: Trouble = {
  reason: 'stopping',
  detail: 'This server is being stopped. What it has accepted is safe.',
};

/** Whether the server answers and its database can be relied on; 503 when it cannot, and as soon as it is being stopped. */
export function healthRoutes(parts: HealthRouteParts): readonly Route[] {
  async function handler({ client }: Pick<RouteInput, 'client'>) {
    const trouble = await findTrouble(parts);
    if (trouble) {
      const body: HealthFailingOut = { status: 'failing', code: 'unavailable', ...trouble };
      return { status: 503 as const, body };
    }
    // Java's cannot read a body here.
    if (client !== null) return { status: 204 as const };
    return { status: 200 as const, body: presentHealth(parts) };
  }
  const row = { access: 'public', summary: 'Report the health of the server.', handler } as const;
  return [
    route(healthOperations.read, row),
    route(healthOperations.ping, row),
    route(healthOperations.confirmClock, {
      access: 'admin',
      summary: 'Confirm that the clock of the server is right.',
      description:
        'After a jump of more than a day, nothing expires and nothing is removed because of its age until the clock has run for an hour without another one. This ends the wait: what is older than it may be by the clock as it is now expires, and is removed little by little. Without such a doubt, nothing changes.',
      async handler() {
        await parts.time.confirm();
        return { status: 204 };
      },
    }),
  ];
}

function presentHealth(parts: HealthRouteParts): HealthOut {
  const { delivery, time } = parts;
  const network = networkOut(parts);
  const shortage = networkSentence(network, null) ?? delivery.shortage().sentence;
  const doubt = time.doubt();
  const details = [
    shortage,
    doubt ? doubtSentence(doubt) : null,
    parts.tls?.trouble() ?? null,
    backupSentence(parts.backupSchedule?.state() ?? null),
  ].filter((detail) => detail !== null);
  if (details.length === 0) return { status: 'ok', network };
  return {
    status: 'degraded',
    detail: details.join(' '),
    network,
    ...(doubt && {
      clock: {
        from: toIsoTime(doubt.from),
        to: toIsoTime(doubt.to),
        steadyAt: toIsoTime(doubt.steadyAt),
      },
    }),
  };
}

function backupSentence(backup: BackupState | null): string | null {
  if (backup === null || backup.error === null) return null;
  const { last, error } = backup;
  return `The scheduled backup failed: ${error} ${last === null ? 'There is no scheduled backup yet' : `The newest backup is from ${toIsoTime(last)}`}.`;
}

function doubtSentence({ from, to }: ClockDoubt): string {
  return `The clock is in doubt: it showed ${toIsoTime(to)} when ${toIsoTime(from)} was expected. Nothing expires, and nothing old is removed, until it has been steady for an hour, or an admin confirms it.`;
}

async function findTrouble({ settings, db, clock, isStopping }: HealthRouteParts): Promise<Trouble | null> {
  if (isStopping()) return STOPPING;
  const known = db.trouble();
  if (known) return known;
  // A read may be what detects the trouble.
  const found = settings.ping().then(
    () => null,
    () => db.trouble() ?? UNWRITABLE_TROUBLE,
  );
  const waited = new AbortController();
  const late = clock.sleep(WAIT_MS, waited.signal).then(() => db.trouble() ?? silence(db));
  try {
    return await Promise.race([found, late]);
  } finally {
    waited.abort();
  }
}

function silence({ dialect }: Pick<Database, 'dialect'>): Trouble {
  if (dialect.engine === 'SQLite') return UNWRITABLE_TROUBLE;
  return {
    reason: 'away',
    detail: `PostgreSQL has not responded for ${WAIT_MS / 1000} seconds. Everything resumes by itself when it responds again.`,
  };
}
