import { AFTER_IDS, lowestId } from '../../base/id';
import type { MessageState } from '../../contract/fleet-message';
import { SEARCH_EXAMINED_MAX } from '../../contract/limits';
import { LIST_LIMIT_DEFAULT } from '../../contract/list';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import type { Dialect } from '../dialect';
import { oncePerDialect } from '../once-per-dialect';
import { Conditions } from '../timeline';
import { traceIdIn } from '../trace-context';
import { likePattern } from './like-pattern';
import { messageState } from './message-state';
import type { OutcomeCounts, OutcomeStore } from './outcome-store';

/** A message of any application of a customer, with its outcomes. Times are milliseconds since 1970. */
export interface FoundMessage extends Candidate {
  readonly createdAt: number;
  /** Null: at once. */
  readonly deliverAt: number | null;
  readonly state: MessageState;
  /** Undefined: there is no delivery of it. */
  readonly counts: OutcomeCounts | undefined;
}

interface Candidate {
  readonly id: string;
  readonly appId: string;
  readonly appName: string;
  readonly eventId: string | null;
  readonly eventType: string;
  /** True when its content was removed. */
  readonly isExpunged: boolean;
}

export interface AllMessageRequest {
  /** Messages wanted; 50 when absent. */
  readonly limit?: number | undefined;
  /** Only messages before this one, by id. */
  readonly iterator?: string | undefined;
  /** Only messages accepted before this time and from that time on, in ms since 1970, to 4 ms. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly appId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly state?: MessageState | undefined;
  /** One: the beginning of a message id, or an event id, or a trace id, or a word. Several: words. */
  readonly terms: readonly string[];
  /** True: words are searched in payloads too. */
  readonly inPayload: boolean;
  /** True: no words are searched, only ids and, where none begins with the term, parts of them. */
  readonly byId: boolean;
}

/** What a search found. */
export interface AllMessagePage {
  /** Newest first. */
  readonly messages: readonly FoundMessage[];
  /** The next search continues before this message. Null: none was examined. */
  readonly iterator: string | null;
  /** True: nothing older is left. */
  readonly done: boolean;
  readonly examined: number;
}

/** The messages of all applications of customers. */
export interface AllMessageStore {
  /**
   * Newest first. One call examines a bounded number of messages, in many short statements: other reads get their turns
   * in between.
   */
  search(request: AllMessageRequest): Promise<AllMessagePage>;
}

/** The most bytes of payload that one call reads, and those of one statement. */
const PAGE_BYTES = 32 * 1024 * 1024;
const SLICE_BYTES = 4 * 1024 * 1024;
/** The most messages of one statement, and of one whose deliveries are counted. */
const SLICE_ROWS = 1000;
const COUNTED_ROWS = 250;
/** The most endpoints that one call counts while it looks for a state. */
const COUNTED_ENDPOINTS = 50_000;

const ID_PREFIX = /^msg_[0-9A-Za-z]*$/;
/** The beginning of an id without its prefix: long enough that few ids begin with it. */
const BARE_ID = /^[0-9A-Za-z]{4,27}$/;
/** A trace id, alone or in a `traceparent`. */
const TRACE_ID = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i;
/** Shorter parts are in too many ids. */
const PART_CHARS_MIN = 4;

const hasWords = (dialect: Dialect, inPayload: boolean) => {
  const text = `message.id || '\n' || coalesce(message.event_id, '') || '\n' || message.event_type || '\n' ||
    application.name || '\n' || application.id || '\n' || coalesce(application.uid, '') || '\n' ||
    coalesce(message.tags, '')${inPayload ? ` || '\n' || coalesce(${dialect.searchable('message.payload')}, '')` : ''}`;
  return `NOT EXISTS (
  SELECT 1 FROM ${dialect.elements('?', 'word')}
  WHERE NOT (${dialect.isLike(text, 'word.value')}))`;
};
const statementsOf = oncePerDialect((dialect) => ({
  candidates: `
  SELECT message.id, message.app_id AS "appId", application.name AS "appName", message.event_id AS "eventId",
    message.event_type AS "eventType", message.payload IS NULL AS "isExpunged"
  FROM message ${dialect.joinNext} application ON application.id = message.app_id
  WHERE ${IS_LIVING_CUSTOMER}`,
  hasWords: hasWords(dialect, false),
  hasWordsInPayload: hasWords(dialect, true),
  hasIdPart: dialect.isLike("substr(message.id, 5) || '\n' || coalesce(message.event_id, '')", '?'),
  isInTrace: `traceparent IS NOT NULL AND ${traceIdIn('traceparent')} = ?`,
  isAmong: dialect.isAmongTexts('message.id', '?'),
  byEventId: `
  SELECT message.id
  FROM application ${dialect.joinNext} message ON message.app_id = application.id AND message.event_id = ?
  WHERE ${IS_LIVING_CUSTOMER}
  LIMIT ${SEARCH_EXAMINED_MAX}`,
  times: `
  SELECT id, created_at AS "createdAt", deliver_at AS "deliverAt"
  FROM message WHERE ${dialect.isAmongTexts('id', '?')}`,
}));

export function createAllMessageStore(
  db: Database,
  outcomes: Pick<OutcomeStore, 'countByMessage'>,
): AllMessageStore {
  return {
    async search(request) {
      const plan = await planOf(db, request);
      const limit = request.limit ?? LIST_LIMIT_DEFAULT;
      const found: Candidate[] = [];
      let { below } = plan.range;
      let [examined, bytes, endpoints] = [0, 0, 0];
      // Deliveries are counted for a state, which takes twice the time.
      const examinedMax = SEARCH_EXAMINED_MAX / (request.state === undefined ? 1 : 2);
      let isEnd = false;
      while (
        !isEnd &&
        found.length <= limit &&
        examined < examinedMax &&
        bytes < PAGE_BYTES &&
        endpoints < COUNTED_ENDPOINTS
      ) {
        // Without a filter, the first slice fills the page, unless messages of deleted applications are in it.
        const most = plan.sliceRows ?? (examined === 0 ? limit + 1 : SLICE_ROWS);
        const slice = await readSlice(db, plan, below, most);
        isEnd = slice.isEnd;
        if (slice.lowest === null) break;
        const matches = await readMatches(db, plan, { from: slice.lowest, below }, slice.ids);
        const kept = request.state === undefined ? matches : await inState(matches, request.state);
        found.push(...kept);
        examined += slice.rows;
        bytes += slice.bytes;
        below = slice.lowest;
      }
      const page = found.slice(0, limit);
      const hasMore = found.length > limit;
      return {
        messages: await complete(page),
        iterator: (hasMore ? page.at(-1)?.id : undefined) ?? (examined > 0 ? below : null),
        done: isEnd && !hasMore,
        examined,
      };

      async function inState(candidates: readonly Candidate[], state: MessageState) {
        const counts = await outcomes.countByMessage(candidates.map(({ id }) => id));
        for (const of of counts.values()) endpoints += Object.values(of).reduce((a, b) => a + b, 0);
        return candidates.filter(({ id, isExpunged }) => messageState(counts.get(id), isExpunged) === state);
      }
    },
  };

  async function complete(candidates: readonly Candidate[]): Promise<FoundMessage[]> {
    const ids = candidates.map(({ id }) => id);
    const [counts, times] = await Promise.all([
      outcomes.countByMessage(ids),
      db.lists.all<Pick<FoundMessage, 'id' | 'createdAt' | 'deliverAt'>>(statementsOf(db.dialect).times, [
        JSON.stringify(ids),
      ]),
    ]);
    const timesOf = new Map(times.map((row) => [row.id, row]));
    return candidates.flatMap((candidate) => {
      const time = timesOf.get(candidate.id);
      const of = counts.get(candidate.id);
      return time
        ? [{ ...candidate, ...time, counts: of, state: messageState(of, candidate.isExpunged) }]
        : [];
    });
  }
}

/** Ids from `from` on and below `below`. */
interface IdRange {
  readonly from: string;
  readonly below: string;
}

/** How a request is answered: which messages are examined, and what they must fulfil. */
interface Plan {
  readonly range: IdRange;
  readonly appId: string | undefined;
  /** Only messages of this trace. */
  readonly traceId: string | undefined;
  /** Only these messages, newest first. Null: all in the range. */
  readonly ids: readonly string[] | null;
  readonly conditions: Conditions;
  /** True: reading a candidate reads its payload. */
  readonly readsPayload: boolean;
  /** Messages of one statement. Null: as many as are wanted, since nearly each is a match. */
  readonly sliceRows: number | null;
}

async function planOf(db: Database, request: AllMessageRequest): Promise<Plan> {
  const { terms, appId, eventType, state, inPayload, byId } = request;
  const [word] = terms;
  const only = terms.length === 1 ? word : undefined;
  const given = only !== undefined && ID_PREFIX.test(only) ? only : undefined;
  const ids = given === undefined && only !== undefined ? await idsOfEvent(db, only) : [];
  const traceId = ids.length === 0 ? await knownTraceId(db, only) : undefined;
  // A word that is an event id or a trace id is nothing else; of the others, only a request for ids takes them for one, or
  // a part of one.
  const isKnown = given !== undefined || ids.length > 0 || traceId !== undefined;
  const part = byId && !isKnown ? only : undefined;
  const bare = part !== undefined && BARE_ID.test(part) && (await hasBeginning(db, `msg_${part}`));
  const prefix = bare ? `msg_${part}` : given;
  const isPart = part !== undefined && !bare && part.length >= PART_CHARS_MIN;
  const isById = byId || isKnown;
  const hasWords = !isById && terms.length > 0;
  const sql = statementsOf(db.dialect);
  const isListed = isById && prefix === undefined && !isPart;
  const conditions = new Conditions()
    .add('message.app_id = ?', appId)
    .add('message.event_type = ?', eventType)
    .add(sql.hasIdPart, isPart ? likePattern(part) : undefined)
    .add(
      inPayload ? sql.hasWordsInPayload : sql.hasWords,
      hasWords ? JSON.stringify(terms.map(likePattern)) : undefined,
    );
  const isFiltered = hasWords || isPart || eventType !== undefined;
  return {
    range: rangeOf(request, prefix),
    appId,
    traceId,
    ids: isListed && traceId === undefined ? ids : null,
    conditions,
    // Tags lie behind the payload, so reading them reads through it.
    readsPayload: hasWords,
    sliceRows: state !== undefined ? COUNTED_ROWS : isFiltered ? SLICE_ROWS : null,
  };
}

/** Undefined: it is no trace id, or no message is part of that trace. */
async function knownTraceId(db: Database, word: string | undefined): Promise<string | undefined> {
  const traceId = TRACE_ID.exec(word ?? '')?.[1]?.toLowerCase();
  if (traceId === undefined) return undefined;
  const statement = `SELECT 1 FROM message WHERE ${statementsOf(db.dialect).isInTrace} LIMIT 1`;
  return (await db.lists.get(statement, [traceId])) === undefined ? undefined : traceId;
}

async function hasBeginning(db: Database, idStart: string): Promise<boolean> {
  const statement = 'SELECT 1 FROM message WHERE id >= ? AND id < ? LIMIT 1';
  return (await db.lists.get(statement, [idStart, idStart + AFTER_IDS])) !== undefined;
}

async function idsOfEvent(db: Database, eventId: string): Promise<readonly string[]> {
  const rows = await db.lists.all<{ id: string }>(statementsOf(db.dialect).byEventId, [eventId]);
  return rows
    .map(({ id }) => id)
    .sort()
    .reverse();
}

/** Ids begin with the time, so that a time limits what is examined. */
function rangeOf({ iterator, before, after }: AllMessageRequest, prefix = 'msg_'): IdRange {
  const belows = [prefix + AFTER_IDS, iterator, before === undefined ? undefined : lowestId('msg_', before)];
  const froms = [prefix, after === undefined ? undefined : lowestId('msg_', after)];
  const given = (id: string | undefined): id is string => id !== undefined;
  return {
    from: froms.filter(given).sort().at(-1) ?? prefix,
    below: belows.filter(given).sort()[0] ?? prefix,
  };
}

/** What one statement examines: from the lowest id up to the previous slice. */
interface Slice {
  /** Null: nothing is left. */
  readonly lowest: string | null;
  /** Which messages, where it is not all of them. Null: all. */
  readonly ids: readonly string[] | null;
  readonly rows: number;
  readonly bytes: number;
  /** True: nothing is left after it. */
  readonly isEnd: boolean;
}

async function readSlice(db: Database, plan: Plan, below: string, most: number): Promise<Slice> {
  const rows = plan.ids
    ? plan.ids
        .filter((id) => id < below && id >= plan.range.from)
        .slice(0, most)
        .map((id) => ({ id, bytes: 0 }))
    : await readIds(db, plan, { ...plan.range, below }, most);
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += row.bytes;
    return bytes > SLICE_BYTES;
  });
  const fitting = beyond < 0 ? rows : rows.slice(0, Math.max(1, beyond));
  return {
    lowest: fitting.at(-1)?.id ?? null,
    ids: plan.ids || plan.traceId !== undefined ? fitting.map(({ id }) => id) : null,
    rows: fitting.length,
    bytes: fitting.reduce((sum, row) => sum + row.bytes, 0),
    isEnd: fitting.length === rows.length && rows.length < most,
  };
}

/** The size of a payload is known without reading it. */
function readIds(
  db: Database,
  { appId, traceId, readsPayload }: Plan,
  { from, below }: IdRange,
  limit: number,
) {
  // Each condition has an index, and only that of traces leads past all other messages.
  const index = traceId === undefined ? '' : db.dialect.indexedBy('message_trace');
  const conditions = new Conditions()
    .add(statementsOf(db.dialect).isInTrace, traceId)
    .add('app_id = ?', appId)
    .add('id < ?', below)
    .add('id >= ?', from);
  return db.lists.all<{ id: string; bytes: number }>(
    `SELECT id, ${readsPayload ? 'coalesce(octet_length(payload), 0)' : '0'} AS bytes
     FROM message ${index} WHERE ${conditions} ORDER BY id DESC LIMIT ?`,
    [...conditions.params, limit],
  );
}

async function readMatches(
  db: Database,
  plan: Plan,
  { from, below }: IdRange,
  ids: readonly string[] | null,
): Promise<Candidate[]> {
  const sql = statementsOf(db.dialect);
  const range = new Conditions()
    .add('message.id < ?', below)
    .add('message.id >= ?', from)
    .add(sql.isAmong, ids ? JSON.stringify(ids) : undefined);
  const rows = await db.lists.all<Omit<Candidate, 'isExpunged'> & { isExpunged: number }>(
    `${sql.candidates} AND ${range} AND ${plan.conditions} ORDER BY message.id DESC`,
    [...range.params, ...plan.conditions.params],
  );
  return rows.map((row) => ({ ...row, isExpunged: row.isExpunged === 1 }));
}
