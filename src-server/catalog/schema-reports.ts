/**
 * How well the payloads actually sent match the schemas of the catalog.
 *
 * Promises
 * - No message passes through it: accepting and delivering do not know it. It reads stored messages, and
 *   only when somebody asks for a report. While nobody asks there is no timer, no read and no listener.
 * - It never refuses anything. A report is information for people.
 * - Payloads are checked in a worker, one at a time whatever is asked for; messages are read in slices of a few
 *   milliseconds with three times as long a pause after each. A schema that is slow to check against is given up
 *   after a few payloads.
 * - A report is about the current schema: after a change, the same payloads are checked against the new one.
 * - The findings are stored, so that they survive a restart. While no message came and no schema changed, asking
 *   again reads them and checks nothing.
 *
 * Not promised: all messages. A report covers the newest payloads of its type, and the list what is among the newest
 * messages of all types.
 */
import { type Clock, toIsoTime } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { PayloadCheckOut } from '../contract/payload-check';
import type { SchemaReportListOut, SchemaReportOut } from '../contract/schema-report';
import type { EventTypeRecord, EventTypeStore } from '../storage/catalog/event-type-store';
import type {
  SchemaReportRecord,
  SchemaReportStore,
  StoredPayload,
} from '../storage/catalog/schema-report-store';
import { currentSchema } from './checks/current-schema';
import { fingerprintOf } from './checks/payload-checks';
import { ViolationCount } from './violation-count';
import type { WorkerCaller } from './workers/worker-budget';
import type { WorkerPool } from './workers/worker-pool';
import { WorkerStopped } from './workers/worker-stopped';

/** Payloads of one type that a report examines. */
const PAYLOADS_PER_REPORT = 500;
/** How far back it searches for them, in messages of any type, and how many it reads at once. */
const MESSAGES_SEARCHED = 50_000;
const MESSAGES_PER_READ = 1_000;
/** How far back the list searches. */
const MESSAGES_GLANCED_AT = 5_000;
/** After an overview of all types, the next one waits this long, unless the catalog changed. */
const GLANCE_EVERY_MS = 60_000;
const PAYLOADS_PER_READ = 20;
/** A longer payload counts as unchecked: reading it is too much for a slice. */
const PAYLOAD_MAX_BYTES = 256 * 1024;
const SLICE_US = 4_000;
/** After this many checks that took this long, the remaining payloads are left unchecked. */
const SLOW_US = 150_000;
const SLOW_MAX = 4;
/** The pause after a slice is this many times as long. */
const PAUSE_SHARE = 3;

interface SchemaReportParts {
  readonly store: SchemaReportStore;
  readonly eventTypes: Pick<EventTypeStore, 'get'>;
  readonly workers: Pick<WorkerPool, 'run'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class SchemaReports implements Service {
  readonly name = 'schema reports';
  readonly #parts: SchemaReportParts;
  readonly #stopping = new AbortController();
  /** Reports requested and not finished, by event type. */
  readonly #requested = new Map<string, Promise<SchemaReportRecord | null>>();
  /** The end of the last check in the line. */
  #line: Promise<unknown> = Promise.resolve();
  #glancing: Promise<void> | null = null;
  /** The newest message at the last overview, and when that was; null: the catalog has changed since. */
  #glanced: { readonly newestId: string; readonly at: number } | null = null;
  #sliceBeganUs = 0;

  constructor(parts: SchemaReportParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#glancing;
    await this.#line;
  }

  /** Schemas may have changed: the next list checks again. */
  catalogChanged(): void {
    this.#glanced = null;
  }

  /** The report of an event type, up to date when this resolves. */
  async read(type: Pick<EventTypeRecord, 'name' | 'schemas'>): Promise<SchemaReportOut> {
    const schema = currentSchema(type.schemas);
    if (schema === null) return nothing(type.name, 'The event type has no schema.');
    const newestId = await this.#parts.store.newestId();
    if (newestId === undefined) return nothing(type.name, 'No message has been accepted yet.');
    const report =
      (await this.#known(type.name, schema, newestId)) ?? (await this.#ask(type.name, schema, newestId));
    return report ? present(report) : nothing(type.name, 'The newest messages include none of this type.');
  }

  /** A summary of the last reports. Starts an overview of the newest messages when that is worthwhile. */
  async list(): Promise<SchemaReportListOut> {
    const { store, clock } = this.#parts;
    const newestId = (await store.newestId()) ?? '';
    const isDue =
      this.#glanced === null ||
      (this.#glanced.newestId !== newestId && clock.now() - this.#glanced.at >= GLANCE_EVERY_MS);
    if (isDue && newestId !== '' && !this.#stopping.signal.aborted) {
      this.#glanced = { newestId, at: clock.now() };
      this.#glancing ??= this.#glance().finally(() => {
        this.#glancing = null;
      });
    }
    const data = (await store.list()).map(({ eventType: name, ...counts }) => ({ name, ...counts }));
    return { data, isChecking: this.#glancing !== null };
  }

  /** One check for all callers that ask for it meanwhile. */
  #ask(name: string, schema: string, newestId: string): Promise<SchemaReportRecord | null> {
    const running = this.#requested.get(name);
    if (running !== undefined) return running;
    const report = this.#inLine(
      async () =>
        // Another caller's may have been stored since this one looked.
        (await this.#known(name, schema, newestId)) ??
        this.#make(name, schema, newestId, await this.#newestOf(name, MESSAGES_SEARCHED)),
    ).finally(() => this.#requested.delete(name));
    this.#requested.set(name, report);
    return report;
  }

  /** The stored report, if it is up to date. */
  async #known(name: string, schema: string, newestId: string): Promise<SchemaReportRecord | null> {
    const known = await this.#parts.store.get(name);
    return known?.newestId === newestId && known.fingerprint === fingerprintOf(schema) ? known : null;
  }

  /** Every type among the newest messages, one after another; requested reports go in between. */
  async #glance(): Promise<void> {
    const { store, eventTypes, log } = this.#parts;
    try {
      const found = await this.#inLine(() => this.#newestByType(MESSAGES_GLANCED_AT));
      for (const [name, ids] of found) {
        await this.#inLine(async () => {
          const type = await eventTypes.get(name);
          const schema = currentSchema(type?.schemas ?? null);
          if (!type || schema === null) return;
          const known = await store.get(name);
          const isFresh = known?.lastMessageId === ids[0] && known?.fingerprint === fingerprintOf(schema);
          if (!isFresh) await this.#make(name, schema, null, ids);
        });
      }
    } catch (cause) {
      if (!this.#stopping.signal.aborted) log.warn({ err: cause }, 'payloads could not be checked');
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(() => {
      this.#goOn();
      this.#sliceBeganUs = this.#parts.clock.monotonicUs();
      return work();
    });
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async #newestOf(name: string, search: number): Promise<string[]> {
    return (await this.#newestByType(search, name)).get(name) ?? [];
  }

  /** The newest messages by type, newest first. `only`: stops once enough of this type are found. */
  async #newestByType(search: number, only?: string): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    let before: string | null = null;
    for (let searched = 0; searched < search; searched += MESSAGES_PER_READ) {
      const rows: { id: string; eventType: string }[] = await this.#parts.store.listBefore(
        before,
        MESSAGES_PER_READ,
      );
      for (const { id, eventType } of rows) {
        if (only !== undefined && eventType !== only) continue;
        const ids = found.get(eventType);
        if (!ids) found.set(eventType, [id]);
        else if (ids.length < PAYLOADS_PER_REPORT) ids.push(id);
      }
      const last = rows.at(-1);
      if (!last || rows.length < MESSAGES_PER_READ) break;
      if (only !== undefined && found.get(only)?.length === PAYLOADS_PER_REPORT) break;
      before = last.id;
      await this.#rest();
    }
    return found;
  }

  /** Checks these messages and stores the findings. Null: there were none. */
  async #make(
    name: string,
    schema: string,
    newestId: string | null,
    ids: readonly string[],
  ): Promise<SchemaReportRecord | null> {
    const { store, clock } = this.#parts;
    const [lastMessageId] = ids;
    if (lastMessageId === undefined) {
      await store.remove(name);
      return null;
    }
    const fingerprint = fingerprintOf(schema);
    const violations = new ViolationCount();
    const counts = { checked: 0, violating: 0, unchecked: 0 };
    let slow = 0;
    let untilAt = 0;
    let sinceAt = 0;
    for (let at = 0; at < ids.length; at += PAYLOADS_PER_READ) {
      const payloads = await store.readPayloads(ids.slice(at, at + PAYLOADS_PER_READ), PAYLOAD_MAX_BYTES);
      for (const stored of payloads) {
        untilAt ||= stored.createdAt;
        sinceAt = stored.createdAt;
        const beganUs = clock.monotonicUs();
        const { fits, problems } = slow >= SLOW_MAX ? UNCHECKED : await this.#check(schema, stored);
        if (clock.monotonicUs() - beganUs > SLOW_US) slow += 1;
        if (fits === null) counts.unchecked += 1;
        else counts.checked += 1;
        if (fits === false) {
          counts.violating += 1;
          violations.add(stored, problems);
        }
        if (clock.monotonicUs() - this.#sliceBeganUs >= SLICE_US) await this.#rest();
      }
      await this.#rest();
    }
    const report: SchemaReportRecord = {
      eventType: name,
      fingerprint,
      newestId,
      lastMessageId,
      checkedAt: clock.now(),
      ...counts,
      sinceAt,
      untilAt,
      ...violations.result(),
    };
    await store.put(report);
    return report;
  }

  async #check(
    schema: string,
    { payload }: StoredPayload,
  ): Promise<Pick<PayloadCheckOut, 'fits' | 'problems'>> {
    if (payload === null) return UNCHECKED;
    try {
      return await this.#parts.workers.run('checkSentPayload', { schema, payload }, { caller: SERVER });
    } catch (cause) {
      if (!(cause instanceof WorkerStopped)) throw cause;
      return UNCHECKED;
    }
  }

  /** Leaves the process to others, for longer than it was blocked. */
  async #rest(): Promise<void> {
    const { clock } = this.#parts;
    const heldMs = (clock.monotonicUs() - this.#sliceBeganUs) / 1000;
    await clock.sleep(Math.max(1, heldMs * PAUSE_SHARE), this.#stopping.signal);
    this.#goOn();
    this.#sliceBeganUs = clock.monotonicUs();
  }

  #goOn(): void {
    if (this.#stopping.signal.aborted) throw apiError('unavailable', 'The service is stopping.');
  }
}

const UNCHECKED = { fits: null, problems: [] };
/** Work of the server itself, not charged to anybody: however often a report is requested, it is made once. */
const SERVER: WorkerCaller = { key: 'schema reports', allowance: null };

function nothing(name: string, reason: string): SchemaReportOut {
  const counts = { checked: 0, violating: 0, unchecked: 0, problems: [], otherProblems: 0 };
  return { name, checkedAt: null, ...counts, since: null, until: null, reason };
}

function present(report: SchemaReportRecord): SchemaReportOut {
  const { checked, violating, unchecked, otherProblems } = report;
  return {
    name: report.eventType,
    checkedAt: toIsoTime(report.checkedAt),
    checked,
    violating,
    unchecked,
    since: toIsoTime(report.sinceAt),
    until: toIsoTime(report.untilAt),
    problems: report.problems.map((problem) => ({ ...problem, at: toIsoTime(problem.at) })),
    otherProblems,
    reason: null,
  };
}
