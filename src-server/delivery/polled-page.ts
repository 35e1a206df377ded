import { apiError } from '../base/errors';
import { lowestId } from '../base/id';
import { ID_EPOCH_MS, ID_STEP_MS, timeOfId } from '../contract/time-of-id';
import type { PollingEndpointRecord } from '../storage/installation/polling-endpoint-store';
import type { MessageRecord } from '../storage/messages/message-archive';
import type { PolledMessageStore, PolledTraits } from '../storage/messages/polled-message-store';
import type { AskFilters } from './endpoints/ask-filters';
import { takesMessage } from './endpoints/match-endpoints';

/** Messages looked at in one statement, and for one page: some hundredth of a second. Its position goes on behind them. */
const ROWS_PER_READ = 1000;
const EXAMINED_MAX = 5000;
/** Messages whose payloads are read at once, and the bytes of them that are, at once and for one page. */
const CONTENTS_PER_READ = 250;
const BYTES_MAX = 2 * 1024 * 1024;
/** Messages of an application in one step of the time in an id, which an offset can tell apart. */
const PER_STEP = 8192;

export interface PolledPageParts {
  readonly polledMessages: PolledMessageStore;
  readonly now: () => number;
  readonly retentionMs: () => number;
}

/** What is asked of a polling endpoint. */
export interface PolledRange {
  /** Messages after this id. */
  readonly after: string;
  readonly limit: number;
  /** Only these event types. Undefined: all that the polling endpoint takes. */
  readonly eventTypes?: readonly string[] | undefined;
  readonly channel?: string | undefined;
  readonly ask: AskFilters;
}

export interface PolledPage {
  readonly messages: readonly MessageRecord[];
  /** The last message looked at; what comes next is after it. */
  readonly position: string;
  /** Whether nothing more was there. */
  readonly done: boolean;
}

/**
 * The next messages that a polling endpoint takes, in the order in which they were accepted. What was removed on its own is
 * passed over; what is gone because it is older than the time for which messages are kept is not.
 * @throws ApiError gone, if the first one is older
 */
export async function readPolledPage(
  parts: PolledPageParts,
  poller: PollingEndpointRecord,
  { after, limit, eventTypes, channel, ask }: PolledRange,
): Promise<PolledPage> {
  const { polledMessages, now, retentionMs } = parts;
  const belowId = await polledMessages.settledBelow(now());
  const keptFrom = lowestId('msg_', now() - retentionMs());
  const withChannels = poller.channels !== null || channel !== undefined;
  const takes = (row: PolledTraits) =>
    takesMessage({ ...poller, filterGroups: null }, row) &&
    (eventTypes === undefined || eventTypes.includes(row.eventType)) &&
    (channel === undefined || (row.channels?.includes(channel) ?? false));

  const messages: MessageRecord[] = [];
  // Never what was accepted before there was a polling endpoint.
  let position = after > creationOf(poller) ? after : creationOf(poller);
  // Often all of them are wanted; one more tells whether that was all.
  let size = limit + 1;
  for (let examined = 0, bytes = 0; examined < EXAMINED_MAX; examined += size, size = ROWS_PER_READ) {
    const range = { afterId: position, belowId, withChannels };
    const rows = await polledMessages.listAfter(poller.appId, range, size);
    const isLast = rows.length < size;
    const gone = rows.findIndex((row) => row.bytes === null && row.id < keptFrom && takes(row));
    const present = gone < 0 ? rows : rows.slice(0, gone);
    const wanted = present.filter((row) => row.bytes !== null && takes(row));
    for (let at = 0; at < wanted.length; ) {
      // As many as may still be wanted; with a filter, it is not known how many of them will be.
      const most = poller.filter ? CONTENTS_PER_READ : limit - messages.length;
      const next = atOnce(wanted.slice(at, at + most));
      const read = await polledMessages.readContents(next.map(({ id }) => id));
      const fits = await matching(poller, read, ask);
      for (const [index, message] of read.entries()) {
        if (fits[index]) messages.push(message);
        position = message.id;
        bytes += message.payload?.length ?? 0;
        if (messages.length === limit || bytes > BYTES_MAX) {
          return { messages, position, done: isLast && gone < 0 && position === rows.at(-1)?.id };
        }
      }
      at += next.length;
    }
    if (gone >= 0) {
      if (messages.length > 0) return { messages, position, done: false };
      throw await goneError(parts, { appId: poller.appId, position, keptFrom, takes, withChannels });
    }
    position = rows.at(-1)?.id ?? position;
    if (isLast) return { messages, position, done: true };
  }
  return { messages, position, done: false };
}

/** The first of some messages, as many as may be read at once. */
function atOnce(wanted: readonly PolledTraits[]): readonly PolledTraits[] {
  let bytes = 0;
  const beyond = wanted.findIndex((row) => {
    bytes += row.bytes ?? 0;
    return bytes > BYTES_MAX;
  });
  return beyond < 0 ? wanted : wanted.slice(0, Math.max(1, beyond));
}

/** Whether the filter of the polling endpoint lets each of them through. */
async function matching(
  { filter }: PollingEndpointRecord,
  messages: readonly MessageRecord[],
  ask: AskFilters,
): Promise<readonly boolean[]> {
  if (filter === null || messages.length === 0) return messages.map(() => true);
  const judged = messages.map(({ eventType, eventId, channels, tags, payload, contentType }) => ({
    ...{ eventType, eventId, channels, tags },
    payload: contentType === null ? payload : null,
  }));
  const verdicts = await ask({ filters: [filter], messages: judged, reasons: 'none' });
  return verdicts.map(([verdict]) => verdict === null);
}

/** Says how many are gone, counted among the next ones up to a bound. */
async function goneError(
  { polledMessages, now, retentionMs }: PolledPageParts,
  from: {
    readonly appId: string;
    readonly position: string;
    readonly keptFrom: string;
    readonly takes: (row: PolledTraits) => boolean;
    readonly withChannels: boolean;
  },
) {
  const range = { afterId: from.position, belowId: from.keptFrom, withChannels: from.withChannels };
  const rows = await polledMessages.listAfter(from.appId, range, EXAMINED_MAX);
  const count = rows.filter((row) => row.bytes === null && from.takes(row)).length;
  const atLeast = rows.length === EXAMINED_MAX ? 'At least ' : '';
  const time = new Date(now() - retentionMs()).toISOString();
  const what = count === 1 ? '1 message' : `${count} messages`;
  return apiError(
    'gone',
    `${atLeast}${what} after this position ${count === 1 ? 'is' : 'are'} gone: older than the time for which messages are kept. Go on after ${time}, or later.`,
  );
}

/**
 * The offsets of some messages of an application, in the order of their ids: numbers that grow from message to message, made
 * of the 4 ms in which it was accepted, and of how many were before it in those. Nothing is stored for them.
 */
export async function offsetsOf(
  polledMessages: Pick<PolledMessageStore, 'listIds'>,
  appId: string,
  ids: readonly string[],
): Promise<readonly number[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all = await polledMessages.listIds(appId, lowestId('msg_', timeOfId(first)), last);
  let begin = 0;
  let place = 0;
  return ids.map((id) => {
    const time = timeOfId(id);
    const lowest = lowestId('msg_', time);
    while (begin < all.length && (all[begin] ?? '') < lowest) begin += 1;
    while (place < all.length && (all[place] ?? '') < id) place += 1;
    const index = Math.min(Math.max(0, place - begin), PER_STEP - 1);
    return ((time - ID_EPOCH_MS) / ID_STEP_MS) * PER_STEP + index;
  });
}

/** The message of an offset. Undefined: there is none. */
export function findByOffset(
  polledMessages: Pick<PolledMessageStore, 'findAt'>,
  appId: string,
  offset: number,
): Promise<string | undefined> {
  const step = Math.floor(offset / PER_STEP);
  return polledMessages.findAt(appId, ID_EPOCH_MS + step * ID_STEP_MS, offset % PER_STEP);
}

/** The id at which reading begins after a time: it is that of no message. */
export function positionAfter(timeMs: number): string {
  return lowestId('msg_', timeMs);
}

/**
 * The same for now. Whatever is not stored yet comes after it, also if it has its id already; where nodes share a
 * database, so does what was stored a moment ago.
 */
export async function positionNow(
  { polledMessages, now }: Pick<PolledPageParts, 'polledMessages' | 'now'>,
  poller: PollingEndpointRecord,
): Promise<string> {
  const newest = await polledMessages.newest(poller.appId, await polledMessages.settledBelow(now()));
  const creation = creationOf(poller);
  return newest !== undefined && newest > creation ? newest : creation;
}

/** The same for a polling endpoint: what was accepted after it was created comes after this. */
export function creationOf({ id }: Pick<PollingEndpointRecord, 'id'>): string {
  return `msg_${id.slice('poll_'.length)}`;
}
