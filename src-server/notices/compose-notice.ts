import { LOCAL_CONNECTION } from '../contract/connection';
import type { NoticeKind } from '../contract/notice-channel';
import type { NoticeFacts, NoticeRecord } from '../storage/messages/notice-store';
import type { NoticeMessage } from './notice-message';
import { timeOf } from './notice-time';

/** Whose message it is, and where its links lead. */
interface Reader {
  /** Where they reach the pages, without a slash at the end. */
  readonly pagesUrl: string;
  /** A page of the sender's for its customers. Null: the reader is no customer. */
  readonly customerLink: string | null;
}

/** More are counted, and the screen lists them. */
const NAMED = 10;

interface Words {
  /** About one thing. */
  readonly single: (facts: NoticeFacts) => string;
  /** About several. */
  readonly many: (count: number) => string;
  /** Where all of it is shown, below the pages of the instance. */
  readonly screen: string;
}

const ATTENTION = 'deliveries/attention';
const nameOf = ({ appName = '', host = '' }: NoticeFacts) => `${appName}: ${host}`;
const because = ({ detail }: NoticeFacts) => (detail === undefined ? '' : ` (${detail})`);
const sinceOf = ({ since }: NoticeFacts) => (since === undefined ? '' : ` since ${timeOf(since)}`);
const overOr = (over: string, words: string) => (facts: NoticeFacts) =>
  facts.isOver ? over : words + because(facts);

const WORDS: Readonly<Record<NoticeKind, Words>> = {
  'endpoint.failing': {
    single: (facts) => `${nameOf(facts)} has been failing${sinceOf(facts)}${because(facts)}`,
    many: (count) => `${count} endpoints are failing`,
    screen: ATTENTION,
  },
  'endpoint.recovered': {
    single: (facts) => `${nameOf(facts)} has recovered; it had been failing${sinceOf(facts)}`,
    many: (count) => `${count} endpoints have recovered`,
    screen: ATTENTION,
  },
  'endpoint.disabled': {
    single: (facts) => `${nameOf(facts)} was disabled${because(facts)}`,
    many: (count) => `${count} endpoints were disabled`,
    screen: ATTENTION,
  },
  'delivery.delayed': {
    single: (facts) =>
      facts.isOver
        ? `${nameOf(facts)} is no longer delayed`
        : `${nameOf(facts)} is delayed by more than 15 minutes${because(facts)}`,
    many: (count) => `Deliveries to ${count} endpoints are delayed or no longer delayed`,
    screen: ATTENTION,
  },
  'messages.given_up': {
    single: (facts) => `${nameOf(facts)}: ${facts.detail ?? ''}`,
    many: (count) => `Messages to ${count} endpoints were given up`,
    screen: 'deliveries/messages',
  },
  'poller.silent': {
    single: (facts) =>
      `${nameOf(facts)} has not polled${sinceOf(facts)}, messages waiting: ${facts.detail ?? ''}`,
    many: (count) => `${count} consumers of polling endpoints have stopped polling`,
    screen: 'apps',
  },
  'service.restarted': service(({ host }) =>
    host === undefined
      ? 'Posthorn restarted after a crash'
      : `The node at ${host} crashed or lost its connection to the database`,
  ),
  'service.storage': service(overOr('The storage problem is resolved', 'Posthorn has a storage problem')),
  'service.backup': service(
    overOr('Scheduled backups work again', 'A scheduled backup failed or is overdue'),
  ),
  // Told when it is over: nobody could be reached before.
  'service.offline': service((facts) => `Posthorn is back online${because(facts)}`),
  'service.certificate': service((facts) => `The TLS certificate expires soon${because(facts)}`),
};

function service(single: Words['single']): Words {
  return { single, many: (count) => `${count} notices about the service`, screen: 'settings/service' };
}

/**
 * One message about all of these, which are of one kind.
 * @param now milliseconds since 1970
 */
export function composeNotice(
  notices: readonly [NoticeRecord, ...NoticeRecord[]],
  { pagesUrl, customerLink }: Reader,
  now: number,
): NoticeMessage {
  const [first] = notices;
  const { id, kind } = first;
  const { single, many, screen } = WORDS[kind];
  const head = { id, kind, at: now };
  const urlOf = (path: string) => adminUrl(pagesUrl, path);
  if (customerLink !== null) {
    const lines = notices.slice(0, NAMED).map(({ facts }) => ({
      text: `The endpoint ${facts.host ?? ''} was disabled and receives no more messages`,
      url: customerUrl(customerLink, facts),
    }));
    return {
      ...head,
      title: 'Your webhook endpoint was disabled',
      lines: [...lines, ...rest(notices)],
      url: null,
    };
  }
  const linkOf = ({ appId, endpointId, pollerId }: NoticeFacts) => {
    if (appId === undefined) return null;
    const of = pollerId === undefined ? '' : `/polling/${pollerId}`;
    return urlOf(`apps/${appId}${endpointId === undefined ? of : `/endpoints/${endpointId}`}`);
  };
  if (notices.length === 1)
    return { ...head, title: single(first.facts), lines: [], url: linkOf(first.facts) ?? urlOf(screen) };
  const lines = notices.slice(0, NAMED).map(({ facts }) => ({ text: single(facts), url: linkOf(facts) }));
  return { ...head, title: many(notices.length), lines: [...lines, ...rest(notices)], url: urlOf(screen) };
}

/** What *Send a test* sends. */
export function testMessage(id: string, pagesUrl: string, now: number): NoticeMessage {
  const title = 'This is a test of Posthorn: notices of this channel arrive';
  return {
    id,
    kind: 'test',
    at: now,
    title,
    lines: [],
    url: adminUrl(pagesUrl, 'settings/notices'),
  };
}

/** The address of a screen, as `admin/app/routes.tsx` has it. */
function adminUrl(pagesUrl: string, path: string): string {
  return `${pagesUrl}/#/${LOCAL_CONNECTION}/${path}`;
}

function rest(notices: readonly unknown[]) {
  return notices.length > NAMED ? [{ text: `and ${notices.length - NAMED} more`, url: null }] : [];
}

function customerUrl(link: string, { appId = '', endpointId = '', appUid }: NoticeFacts): string {
  const values: Readonly<Record<string, string>> = { appId, endpointId, appUid: appUid ?? appId };
  return link.replace(/\{(\w+)\}/g, (braced, name: string) =>
    name in values ? encodeURIComponent(values[name] ?? '') : braced,
  );
}
