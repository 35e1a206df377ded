/**
 * Tells the sender's own systems what happens to endpoints, deliveries and event types, through messages to the
 * operational endpoints.
 *
 * Promises: a notice about an attempt or an endpoint is stored in the same transaction as its subject, so that a crash
 * keeps or loses both; from then on it is delivered like any message. Operational endpoints and their deliveries cause
 * no notices, so that no notice can lead to another. If no operational endpoint wants an event, there is no message,
 * and finding that out is one lookup in memory.
 * Not promised: notices about endpoints deleted with their application.
 */
import type { NewId } from '../../base/id';
import type {
  AttemptNoticeType,
  BackgroundTaskData,
  EventTypeNotice,
  OperationalNotice,
} from '../../contract/operational-webhook';
import type { AttemptResult } from '../../storage/attempt-result';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointChangeListener } from '../../storage/endpoint-store';
import type { DeliveryStore, WaitingDelivery } from '../../storage/messages/delivery-store';
import { insertMessages, type MessageWriter } from '../../storage/messages/message-store';
import type { NewDelivery, NewMessage } from '../../storage/new-message';
import { OPERATIONAL_APP_ID } from '../../storage/operational-application';
import type { Transaction } from '../../storage/transaction';
import type { EndpointDirectory } from '../endpoints/endpoint-directory';
import type { Content } from '../endpoints/entry-queue';
import { takesMessage } from '../endpoints/match-endpoints';
import { attemptNotice, attemptNoticeType, endpointNotices, taskNotice } from './operational-notice';

export interface OperationalOutbox {
  /**
   * The message about an attempt, to store with it. Null, at once or later: there is nothing to say.
   * @param attemptsBefore attempts of the delivery before this one
   */
  aboutAttempt(
    result: AttemptResult,
    endpoint: EndpointRecord,
    attemptsBefore: number,
  ): Promise<NewMessage | null> | null;
  /** Call this once a message from here is on disk: from now on it is sent. */
  stored(message: NewMessage, deliveries: readonly NewDelivery[]): void;
  /** Stores notices as part of a write. Call what it returns once that is on disk: from then on they are sent. */
  storeNotices(tx: Transaction, notices: readonly OperationalNotice[]): Promise<() => void>;
  /** Sends a notice to endpoints of a customer, as a message of its type; on disk when it resolves. */
  tell(notice: EventTypeNotice, target: ToldTarget): Promise<void>;
  /** Sends notices about changes to endpoints; for the store that makes them. */
  readonly onChange: EndpointChangeListener;
  /**
   * Reports that a background task has ended; on disk when it resolves. Call it after the end of the task is on disk: a
   * crash in between loses the notice, while the other order could report an end that never happened.
   */
  taskFinished(task: BackgroundTaskData): Promise<void>;
}

/** What tells people that have no part in deliveries uses of it. */
export interface NoticeWriter {
  readonly store: OperationalOutbox['storeNotices'];
  readonly tell: OperationalOutbox['tell'];
  /** False: no operational endpoint wants any notice. */
  isWanted(): boolean;
}

/** Endpoints of one customer that are told something. */
export interface ToldTarget {
  readonly appId: string;
  readonly endpointIds: readonly string[];
  /** What is told under one key is told once. */
  readonly key: string;
}

interface OperationalOutboxParts {
  readonly newId: NewId;
  /** Milliseconds since 1970, never going backwards. */
  readonly now: () => number;
  readonly directory: EndpointDirectory;
  readonly messages: MessageWriter;
  readonly deliveries: Pick<DeliveryStore, 'readEventId'>;
  /** Queues a delivery that is on disk. */
  readonly queue: (endpointId: string, delivery: WaitingDelivery, content: Content) => void;
}

export function createOperationalOutbox(parts: OperationalOutboxParts): OperationalOutbox {
  const { directory } = parts;
  const appUidOf = (endpoint: EndpointRecord) => directory.applicationOf(endpoint)?.uid ?? null;

  /** Null: nobody wants it. */
  function messageOf(notice: OperationalNotice): NewMessage | null {
    const traits = { eventType: notice.type, channels: null };
    const takers = [...directory.endpointsOf(OPERATIONAL_APP_ID)].filter((endpoint) =>
      takesMessage(endpoint, traits),
    );
    const endpointIds = takers.map(({ id }) => id);
    if (endpointIds.length === 0) return null;
    return {
      id: parts.newId('msg_'),
      appId: OPERATIONAL_APP_ID,
      eventId: null,
      ...traits,
      payload: JSON.stringify(notice),
      tags: null,
      createdAt: parts.now(),
      endpointIds,
    };
  }

  async function attemptMessage(type: AttemptNoticeType, result: AttemptResult, endpoint: EndpointRecord) {
    const msgEventId = await parts.deliveries.readEventId(result.messageId);
    return messageOf(attemptNotice(type, result, endpoint, { appUid: appUidOf(endpoint), msgEventId }));
  }

  function stored(message: NewMessage, deliveries: readonly NewDelivery[]): void {
    const content = { eventType: message.eventType, body: Buffer.from(message.payload, 'utf8') };
    for (const { id, endpointId } of deliveries) {
      const waiting = { id, messageId: message.id, dueAt: message.createdAt, attemptCount: 0, manual: false };
      parts.queue(endpointId, waiting, content);
    }
  }

  async function storeNotices(tx: Transaction, notices: readonly OperationalNotice[]): Promise<() => void> {
    const messages = notices.flatMap((notice) => messageOf(notice) ?? []);
    const results = messages.length === 0 ? [] : await insertMessages(tx, messages);
    return () => {
      for (const [i, message] of messages.entries()) {
        const result = results[i];
        if (result?.kind === 'stored') stored(message, result.deliveries);
      }
    };
  }

  return {
    aboutAttempt(result, endpoint, attemptsBefore) {
      if (!directory.hasOperational() || endpoint.appId === OPERATIONAL_APP_ID) return null;
      const type = attemptNoticeType(result, attemptsBefore);
      return type && attemptMessage(type, result, endpoint);
    },
    stored,
    storeNotices,
    async tell(notice, { appId, endpointIds, key }) {
      const message: NewMessage = {
        ...{ id: parts.newId('msg_'), appId, eventId: key, eventType: notice.type, channels: null },
        ...{ payload: JSON.stringify(notice), tags: null, createdAt: parts.now(), endpointIds },
      };
      const result = await parts.messages.insert(message);
      if (result.kind === 'stored') stored(message, result.deliveries);
    },
    async onChange(tx, change) {
      const endpoint = change.after ?? change.before;
      if (!endpoint || !directory.hasOperational() || endpoint.appId === OPERATIONAL_APP_ID) return nothing;
      return storeNotices(tx, endpointNotices(change, appUidOf(endpoint)));
    },
    async taskFinished(task) {
      const message = directory.hasOperational() ? messageOf(taskNotice(task)) : null;
      if (!message) return;
      const result = await parts.messages.insert(message);
      if (result.kind === 'stored') stored(message, result.deliveries);
    },
  };
}

const nothing = (): void => undefined;
