import { lookup } from 'node:dns/promises';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askOwnServer } from '../base/ask-own-server';
import { type Clock, toIsoTime } from '../base/clock';
import type { FindingOut, SelfCheckOut } from '../contract/diagnostics';
import { networkSentence } from '../contract/network-sentence';
import type { AddressGuard } from '../delivery/connection/address-guard';
import type { Delivery } from '../delivery/delivery';
import { formatDuration } from '../delivery/explain/format';
import type { Traffic } from '../live/traffic';
import { databaseVersion, freeBytes, sizeOf } from '../storage/data-folder';
import type { Database } from '../storage/database';
import type { EndpointStore } from '../storage/endpoint-store';
import { quickCheck } from '../storage/files/file-check';
import type { SqliteDatabase } from '../storage/sqlite/sqlite-database';
import type { ArrivalWatch } from './arrivals';
import { inBytes } from './in-bytes';

interface SelfCheckParts {
  readonly clock: Clock;
  readonly dataDir: string;
  readonly db: Pick<Database, 'dialect' | 'get' | 'load' | 'name' | 'trouble' | 'tryWriting'>;
  /** The same, if it is a file. */
  readonly file: Pick<SqliteDatabase, 'path'> | null;
  readonly endpoints: Pick<EndpointStore, 'walkAddresses'>;
  readonly delivery: Pick<Delivery, 'load' | 'network'>;
  readonly traffic: Pick<Traffic, 'queueTotal' | 'waiting'>;
  readonly guard: Pick<AddressGuard, 'checkUrl'>;
  readonly receiver: ArrivalWatch;
  readonly receiverUrl: (bin: string) => string;
  /** PEM of what this server has. Null: it speaks plain http. */
  readonly certificate: () => string | null;
  /** The wall clock and the monotonic one, read together when the server started. */
  readonly startedAt: { readonly wallMs: number; readonly monotonicUs: number };
}

type Found = Pick<FindingOut, 'state' | 'message'> & { readonly advice?: string };

const LOW_DISK_BYTES = 2 * 1024 ** 3;
const NO_DISK_BYTES = 200 * 1024 ** 2;
/** Reading through more than this takes minutes, and keeps the disk from other work. */
const CHECKED_BYTES = 1024 ** 3;
const SLOW_FLUSH_MS = 50;
const FLUSHES = 5;
const CLOCK_STEP_MS = 2000;
const YEAR_2025 = Date.UTC(2025, 0);
const NAMES_MAX = 5;
const LOOKUP_MS = 5000;
const MANY_WRITES = 1000;

/** Checks everything that a server depends on; each thing gets a line, whatever the results of the others. */
export function createSelfCheck(parts: SelfCheckParts): () => Promise<SelfCheckOut> {
  const checks: readonly (readonly [id: string, title: string, look: () => Promise<Found>])[] = [
    ['database', 'Database', () => database(parts)],
    // Beside PostgreSQL, the data folder holds a token and a lock, and nothing waits for its disk.
    ...(parts.file
      ? ([
          ['disk', 'Disk space', () => disk(parts)],
          ['flush', 'Disk writes', () => flush(parts)],
        ] as const)
      : []),
    ['clock', 'Clock', () => clockSanity(parts)],
    ['receiver', 'Built-in receiver', () => receiver(parts)],
    ['network', 'Network', async () => network(parts)],
    ['names', 'Receiver host names', () => names(parts)],
    ['queue', 'Queue', () => queue(parts)],
  ];
  return async () => {
    const findings: FindingOut[] = [];
    for (const [id, title, look] of checks) {
      const found: Found = await look().catch((cause: unknown) => ({
        state: 'fail',
        message: `The check failed: ${cause instanceof Error ? cause.message : cause}.`,
        advice: 'See the log.',
      }));
      findings.push({ id, title, state: found.state, message: found.message, advice: found.advice ?? null });
    }
    return { at: toIsoTime(parts.clock.now()), findings };
  };
}

async function database({ db, file, clock }: SelfCheckParts): Promise<Found> {
  const trouble = db.trouble();
  if (trouble) {
    return {
      state: 'fail',
      message: trouble.detail,
      advice: 'Follow this advice before you stop the server.',
    };
  }
  if (!file) return committing(db, clock);
  const bytes = await sizeOf(file.path);
  if (bytes > CHECKED_BYTES) {
    return {
      state: 'warn',
      message: `The file has ${inBytes(bytes)}, too large to verify here.`,
      advice: 'Create a backup: it verifies its copy.',
    };
  }
  try {
    await quickCheck(file.path);
    return { state: 'ok', message: `All ${inBytes(bytes)} were read and verified.` };
  } catch (cause) {
    return {
      state: 'fail',
      message: cause instanceof Error ? cause.message : String(cause),
      advice: 'Restore the newest backup. The damaged file is kept.',
    };
  }
}

/** PostgreSQL checks its files itself; what can be told from here is whether it reads and commits, and how fast. */
async function committing(db: SelfCheckParts['db'], clock: Clock): Promise<Found> {
  const version = await databaseVersion(db);
  const beganUs = clock.monotonicUs();
  await db.tryWriting();
  const tookMs = Math.max(1, Math.round((clock.monotonicUs() - beganUs) / 1000));
  const message = `PostgreSQL ${version} responds, and commits within ${tookMs} ms. Its disk is watched there, not from here.`;
  if (tookMs <= SLOW_FLUSH_MS) return { state: 'ok', message };
  return {
    state: 'warn',
    message: `${message} Each response to a sender waits for this.`,
    advice: 'Check the disk of PostgreSQL and the network between it and this server.',
  };
}

/** Why the disk of a data folder takes nothing more, or soon will not, in a sentence. Null: it has room. */
export async function fullDisk(dataDir: string): Promise<string | null> {
  const { state, message } = await disk({ dataDir });
  return state === 'fail' ? message : null;
}

async function disk({ dataDir }: Pick<SelfCheckParts, 'dataDir'>): Promise<Found> {
  const free = await freeBytes(dataDir);
  if (free === null) return { state: 'warn', message: 'The system does not report the free space.' };
  const message = `${inBytes(free)} are free.`;
  if (free >= LOW_DISK_BYTES) return { state: 'ok', message };
  return {
    state: free < NO_DISK_BYTES ? 'fail' : 'warn',
    message: `Only ${message} If the disk is full, messages are refused, but none is lost.`,
    advice: 'Delete old backups, or keep messages for fewer days (--retention-days).',
  };
}

/** Like a commit: writes a page, and waits until it is on disk. */
async function flush({ clock, dataDir }: SelfCheckParts): Promise<Found> {
  const path = join(dataDir, 'self-check.tmp');
  const file = await open(path, 'w', 0o600);
  const took: number[] = [];
  try {
    for (let n = 0; n < FLUSHES; n++) {
      const beganUs = clock.monotonicUs();
      await file.write(Buffer.alloc(4096, n));
      await file.sync();
      took.push((clock.monotonicUs() - beganUs) / 1000);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
  const median = took.sort((a, b) => a - b)[Math.floor(FLUSHES / 2)] ?? 0;
  const message = `Writing a page to disk takes ${median < 1 ? 'less than 1' : Math.round(median)} ms.`;
  if (median <= SLOW_FLUSH_MS) return { state: 'ok', message };
  return {
    state: 'warn',
    message: `${message} Each response to a sender waits for this.`,
    advice: 'Put the data folder on a local disk (--data-dir), not on a network share.',
  };
}

async function clockSanity({ clock, startedAt }: SelfCheckParts): Promise<Found> {
  const now = clock.now();
  const ranMs = (clock.monotonicUs() - startedAt.monotonicUs) / 1000;
  const steppedMs = Math.round(now - startedAt.wallMs - ranMs);
  if (now < YEAR_2025) {
    return {
      state: 'fail',
      message: `The clock shows ${toIsoTime(now)}. Receivers refuse signatures with a wrong time.`,
      advice: 'Correct the clock of this computer.',
    };
  }
  if (Math.abs(steppedMs) < CLOCK_STEP_MS) {
    return { state: 'ok', message: 'The clock has run evenly since the start.' };
  }
  return {
    state: 'warn',
    message: `The clock was set ${steppedMs > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(steppedMs) / 1000)} s since the start, or the computer slept. Limits are not affected.`,
    advice: 'If this was not a correction, synchronize the clock with NTP.',
  };
}

async function receiver({
  receiver: built,
  receiverUrl,
  certificate,
  guard,
  clock,
}: SelfCheckParts): Promise<Found> {
  const url = receiverUrl('self-check');
  let arrived = false;
  const stop = built.watch('self-check', () => {
    arrived = true;
  });
  const beganUs = clock.monotonicUs();
  try {
    const signal = AbortSignal.timeout(LOOKUP_MS);
    const { status } = await askOwnServer(url, { certificate: certificate(), body: {}, signal });
    if (status > 299 || !arrived) throw new Error(`responded with ${status}`);
  } catch (cause) {
    return {
      state: 'fail',
      message: `${url} cannot be reached from here: ${cause instanceof Error ? cause.message : cause}.`,
      advice: 'Check whether a firewall or proxy blocks connections from this computer to itself.',
    };
  } finally {
    stop();
    built.clear('self-check');
  }
  const tookMs = Math.max(1, Math.round((clock.monotonicUs() - beganUs) / 1000));
  if (guard.checkUrl(url).ok) return { state: 'ok', message: `Responds within ${tookMs} ms.` };
  return {
    state: 'warn',
    message: 'Responds, but deliveries may not reach this computer, so the sample cannot use it.',
    advice: 'To use it, allow 127.0.0.1 in the settings, under Network access.',
  };
}

/**
 * What deliveries have met: nothing is sent only to find out. It says for how long, and not since when, as the zone of who
 * reads it is unknown.
 */
function network({ clock, delivery, traffic }: SelfCheckParts): Found {
  const { state, since, endpointIds } = delivery.network();
  const time = `for ${formatDuration(clock.now() - since)}`;
  const waiting = endpointIds.reduce((sum, endpointId) => sum + traffic.waiting(endpointId), 0);
  const missing = networkSentence({ state, since: toIsoTime(since), waiting }, time);
  if (missing === null) return { state: 'ok', message: `No network error ${time}.` };
  return {
    state: 'fail',
    message: missing,
    advice:
      'Check the network connection, DNS and VPN of this computer. Waiting deliveries are sent once the network is back.',
  };
}

/** Only names that are delivered to anyway: nobody else learns that this server exists. */
async function names({ endpoints }: SelfCheckParts): Promise<Found> {
  const hosts = await hostsOf(endpoints);
  if (hosts.size === 0) return { state: 'ok', message: 'No endpoint has a host name to resolve.' };
  const unknown: string[] = [];
  for (const host of hosts) await lookup(host).catch(() => unknown.push(host));
  if (unknown.length === 0) {
    return { state: 'ok', message: `${[...hosts].join(', ')}: resolved.` };
  }
  return {
    state: unknown.length === hosts.size ? 'fail' : 'warn',
    message: `Not resolved: ${unknown.join(', ')}.`,
    advice: 'Check that this computer is online and the URLs are correct.',
  };
}

async function hostsOf(endpoints: SelfCheckParts['endpoints']): Promise<ReadonlySet<string>> {
  const hosts = new Set<string>();
  for await (const urls of endpoints.walkAddresses()) {
    for (const host of urls.map(hostOf)) {
      if (host) hosts.add(host);
      if (hosts.size >= NAMES_MAX) return hosts;
    }
  }
  return hosts;
}

function hostOf(url: string): string | null {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[|^localhost$/.test(hostname) ? null : hostname;
}

async function queue({ delivery, traffic, db, file }: SelfCheckParts): Promise<Found> {
  const { inFlight } = delivery.load();
  const { queued } = db.load();
  const message = `${traffic.queueTotal} deliveries waiting, ${inFlight} in flight, ${queued} writes queued for ${file ? 'the disk' : 'PostgreSQL'}.`;
  if (queued < MANY_WRITES) return { state: 'ok', message };
  return {
    state: 'warn',
    message,
    advice: `${file ? 'The disk' : 'PostgreSQL'} does not keep up. Send more slowly for a while, or use a faster disk.`,
  };
}
