import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilterContent, FilterNode } from './filter-node';
import { filterSentence } from './filter-sentence';
import { type FilteredMessage, failedNode } from './match-filter';
import { readFilter } from './read-filter';

/** A message as filters see it, in a form that is copied to other threads at once. */
export interface JudgedMessage {
  readonly eventType: string;
  readonly eventId: string | null;
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** JSON text. Null: it was removed, or is no JSON. */
  readonly payload: string | null;
}

/** What is asked of filters. */
export interface FilterQuestion {
  readonly filters: readonly FilterContent[];
  readonly messages: readonly JudgedMessage[];
  /** What is said where a message does not match: nothing, or why, with or without the event types that a filter names. */
  readonly reasons: 'none' | 'exact' | 'without-types';
}

/** For each message and each filter: null when it matches, else why not; empty where that was not asked. */
export type FilterVerdicts = readonly (readonly (string | null)[])[];

/** What filters may look at in one turn of the event loop: some milliseconds. */
const LOOKS_PER_TURN = 50_000;

/** Filters that were read, by their content: an endpoint keeps the same object until it is changed. */
const known = new WeakMap<FilterContent, FilterNode>();

/**
 * Judges each message by each filter. Reads each payload once, and yields to other work if there is much to look at.
 * @throws Error for a filter that was not checked before it was stored
 */
export async function judgeMessages({ filters, messages, reasons }: FilterQuestion): Promise<FilterVerdicts> {
  const nodes = filters.map(nodeOf);
  const verdicts: (string | null)[][] = [];
  let looks = 0;
  for (const judged of messages) {
    const message = filteredMessage(judged);
    const ofMessage: (string | null)[] = [];
    for (const node of nodes) {
      const effort = { looks: 0 };
      const failed = failedNode(node, message, effort);
      ofMessage.push(
        failed === null ? null : reasons === 'none' ? '' : filterSentence(failed, reasons === 'exact'),
      );
      looks += effort.looks;
      if (looks <= LOOKS_PER_TURN) continue;
      looks = 0;
      await nextTurn();
    }
    verdicts.push(ofMessage);
  }
  return verdicts;
}

function nodeOf(filter: FilterContent): FilterNode {
  const before = known.get(filter);
  if (before) return before;
  const read = readFilter(filter);
  if (!read.ok) throw new Error(`The filter was not checked: ${read.pointer} ${read.reason}`);
  known.set(filter, read.node);
  return read.node;
}

function filteredMessage(judged: JudgedMessage): FilteredMessage {
  const { eventType, eventId, channels, tags, payload } = judged;
  return {
    eventType,
    ...(payload !== null && { payload: JSON.parse(payload) }),
    ...(eventId !== null && { eventId }),
    ...(channels !== null && { channels }),
    ...(tags !== null && { tags }),
  };
}
