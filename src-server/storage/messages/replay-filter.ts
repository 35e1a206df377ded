import { lowestId } from '../../base/id';
import type { DeliveryState } from '../../contract/attempt';
import type { Dialect } from '../dialect';
import { Conditions } from '../timeline';
import { filterContent, LOWEST_MESSAGE_ID } from './message-archive';

/** Messages accepted from `since` to `until`, both inclusive, to 4 ms; milliseconds since 1970. */
export interface ReplayRange {
  readonly since: number;
  readonly until: number;
}

/** Selects among messages, by what they are. Undefined: all. */
export interface MessageChoice {
  /** Only these. */
  readonly messageIds?: readonly string[] | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly channel?: string | undefined;
  readonly tag?: string | undefined;
}

/** Selects among the messages sent to an endpoint. Undefined: all. */
export interface SentFilter extends MessageChoice {
  /** Their outcome at the endpoint, over all deliveries; see Outcome. */
  readonly states?: readonly DeliveryState[] | undefined;
  /** Of the last attempt there. 200 means 200 to 299; 0 means no response. */
  readonly statusCodeClass?: number | undefined;
}

/** The part of a range searched so far. */
export interface ReplayPage<T> {
  /** The candidate messages, by id. */
  readonly messages: readonly T[];
  /** The last message examined; pass it on for the next page. */
  readonly cursor: string | null;
  /** True: that was all. */
  readonly done: boolean;
}

/** States of a delivery, the one that decides the outcome of a message first. */
export const OUTCOME_STATES: readonly DeliveryState[] = ['delivered', 'waiting', 'failed', 'canceled'];
// Through the index of the message, which has few attempts, and not through the endpoint's.
const lastCode = (dialect: Dialect) => `(SELECT response_status_code FROM attempt
  WHERE message_id = page.id AND ${dialect.unindexed('endpoint_id')} = page.endpoint_id ORDER BY id DESC LIMIT 1)`;

/** The ids of a range after the cursor: above the first, below the second. Ids encode time to 4 ms. */
export function idsBetween({ since, until }: ReplayRange, cursor: string | null): [string, string] {
  return [cursor ?? (since > 0 ? lowestId('msg_', since) : LOWEST_MESSAGE_ID), lowestId('msg_', until + 4)];
}

/**
 * The condition that a message of a `page` meets: rows with `id` and `endpoint_id`, and `best` where states are chosen.
 */
export function meantBy(dialect: Dialect, filter: SentFilter): Conditions {
  const conditions = new Conditions()
    .add(
      dialect.isAmongIntegers('page.best', '?'),
      filter.states && JSON.stringify(filter.states.map((state) => OUTCOME_STATES.indexOf(state))),
    )
    .add(`${lastCode(dialect)} / 100 * 100 = ?`, filter.statusCodeClass);
  const { eventTypes, channel, tag } = filter;
  if (!eventTypes?.length && channel === undefined && tag === undefined) return conditions;
  const content = filterContent(dialect, new Conditions(), filter);
  return conditions.add(
    `EXISTS (SELECT 1 FROM message WHERE message.id = page.id AND ${content})`,
    ...content.params,
  );
}
