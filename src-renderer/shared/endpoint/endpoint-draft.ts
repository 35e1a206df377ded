import { CHANNEL_PATTERN, type EndpointOut } from '../../../src-server/contract/endpoint';
import { LIMITS } from '../../../src-server/contract/limits';
import { isValidName } from '../../../src-server/contract/names';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { allNames, choiceOf, filterOf, isEmptyChoice, type TypeChoice } from '../event-types/type-choice';
import { filterText, readFilterText } from './filter-text';
import { parseRateLimit } from './rate-limit';
import { type Sending, sendingFlags, sendingOf } from './sending';

/** The fields that are any text at all, as the admin pages call them. Every form has them, and every page shows them. */
export const TEXT_WORDS = { description: { label: 'Description' } };
export type TextName = keyof typeof TEXT_WORDS;
export type Texts = Readonly<Record<TextName, string>>;
export const TEXT_FIELDS = Object.keys(TEXT_WORDS) as readonly TextName[];

/** `url`: messages are sent there. `polling`: the receiver fetches them. */
export type EndpointKind = 'url' | 'polling';

/** What every form of an endpoint edits, as typed. A form of one kind keeps what was typed for the other. */
export interface EndpointDraft extends Texts {
  readonly kind: EndpointKind;
  readonly url: string;
  /** Of a polling endpoint; empty: none. */
  readonly uid: string;
  readonly scope: 'all' | 'some';
  readonly choice: TypeChoice;
  readonly speed: 'inherit' | 'own';
  readonly rateLimit: string;
  /** Names separated by commas; empty: any. */
  readonly channels: string;
  /** JSON; empty: none. */
  readonly filter: string;
  /** Whether each message waits for the one before. */
  readonly order: 'any' | 'strict';
  /** Whether it is told what changes about its event types. */
  readonly notices: boolean;
  /** A polling endpoint is never paused. */
  readonly sending: Sending;
}

/**
 * An endpoint as a form keeps what it was opened with. Its filter is text: a draft whose filter has other members than
 * the stored one is no less a draft of it.
 */
export type OpenedEndpoint = Omit<EndpointOut, 'filter'> & { readonly filter: string };
export type OpenedPolling = Omit<PollingEndpointOut, 'filter'> & { readonly filter: string };

export function openedEndpoint<Endpoint extends EndpointOut | PollingEndpointOut>(endpoint: Endpoint) {
  return { ...endpoint, filter: filterText(endpoint.filter) };
}

/** @param opened undefined for a new one, which takes all events at the rate limit of its application */
export function toDraft(opened: OpenedEndpoint | OpenedPolling | undefined): EndpointDraft {
  const isSent = opened === undefined || 'url' in opened;
  const endpoint = isSent ? opened : { ...opened, ...LACKED };
  const choice = endpoint && choiceOf(endpoint);
  return {
    kind: isSent ? 'url' : 'polling',
    url: endpoint?.url ?? '',
    uid: isSent ? '' : (opened.uid ?? ''),
    ...textsOf((field) => endpoint?.[field] ?? ''),
    scope: choice ? 'some' : 'all',
    choice: choice ?? { names: new Set(), groups: new Set() },
    speed: endpoint?.rateLimit == null ? 'inherit' : 'own',
    rateLimit: endpoint?.rateLimit == null ? '' : String(endpoint.rateLimit),
    channels: endpoint?.channels?.join(', ') ?? '',
    filter: endpoint?.filter ?? '',
    order: endpoint?.ordered ? 'strict' : 'any',
    notices: endpoint?.eventTypeNotices ?? false,
    sending: endpoint ? sendingOf(endpoint) : 'on',
  };
}

/** What an endpoint has that a polling endpoint lacks. */
const LACKED = {
  ...{ url: '', filterGroups: null, rateLimit: null, ordered: false, paused: false, eventTypeNotices: false },
} as const;

/** Rules that apply to every endpoint. What an endpoint lacked before may stay as it is. */
interface EndpointRules {
  readonly enforceHttps?: boolean;
  /** True: "all events" is not allowed. */
  readonly requireEndpointFilterTypes?: boolean;
  /** True: at least one channel. */
  readonly requireEndpointChannel?: boolean;
  /** The highest limit allowed, in messages per second; absent: the highest there is. */
  readonly highestRate?: number;
  /** The endpoint before it is edited; absent: a new one. */
  readonly before?: EndpointDraft | null;
}

/** What is wrong with each field; a valid field is absent. */
interface EndpointFaults {
  readonly url?: 'missing' | 'incomplete' | 'not-http' | 'not-https';
  readonly events?: 'nothing' | 'malformed';
  readonly rateLimit?: 'malformed';
  readonly channels?: 'missing' | 'malformed';
  readonly filter?: 'malformed';
}

/** An empty object means that the draft can be saved. */
export function faultsOf(draft: EndpointDraft, rules: EndpointRules = {}): EndpointFaults {
  const { scope, choice, speed } = draft;
  const { before = null } = rules;
  const isSent = draft.kind === 'url';
  const isSameUrl = draft.url.trim() === before?.url;
  const url = isSent && urlFault(draft.url.trim(), !isSameUrl && (rules.enforceHttps ?? false));
  const mustChoose = isSent && rules.requireEndpointFilterTypes && before?.scope !== 'all';
  const isNothing = scope === 'some' ? isEmptyChoice(choice) : mustChoose;
  const channels = readChannels(draft.channels);
  const mustName = isSent && rules.requireEndpointChannel && before?.channels !== '';
  return {
    ...(url && { url }),
    ...(isNothing && { events: 'nothing' }),
    ...(scope === 'some' && ![...choice.names].every(isValidName) && { events: 'malformed' }),
    ...(isSent &&
      speed === 'own' &&
      !parseRateLimit(draft.rateLimit, rules.highestRate) && { rateLimit: 'malformed' }),
    ...(channels === null && { channels: 'malformed' }),
    ...(mustName && channels?.length === 0 && { channels: 'missing' }),
    ...(!readFilterText(draft.filter).ok && { filter: 'malformed' }),
  };
}

/**
 * The draft as the API takes it; only for a draft without faults.
 * @param was whether the endpoint was sent to before; absent: a new one
 */
export function toBody(
  draft: EndpointDraft,
  groups: readonly EventTypeGroup<Groupable>[],
  was: Sending = 'on',
) {
  const channels = readChannels(draft.channels) ?? [];
  const read = readFilterText(draft.filter);
  return {
    url: draft.url.trim(),
    ...textsOf((field) => draft[field]),
    ...(draft.scope === 'all' ? { filterTypes: null, filterGroups: null } : filterOf(draft.choice, groups)),
    rateLimit: draft.speed === 'own' ? (parseRateLimit(draft.rateLimit) ?? null) : null,
    channels: channels.length > 0 ? channels : null,
    filter: read.ok ? read.filter : null,
    ordered: draft.order === 'strict',
    eventTypeNotices: draft.notices,
    // Otherwise saving would resume what is disabled and was paused before.
    ...(draft.sending === was ? {} : sendingFlags(draft.sending)),
  };
}

/** The draft as the API takes a polling endpoint: whole groups are the event types that are in them now. */
export function toPollingBody(draft: EndpointDraft, groups: readonly EventTypeGroup<Groupable>[]) {
  const { channels, filter } = toBody(draft, groups);
  return {
    uid: draft.uid.trim() || null,
    ...textsOf((field) => draft[field]),
    filterTypes: draft.scope === 'all' ? null : [...allNames(draft.choice, groups)].sort(),
    channels,
    filter,
    disabled: draft.sending === 'disabled',
  };
}

const textsOf = (read: (field: TextName) => string) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, read(field)])) as Texts;

const channelExpression = new RegExp(CHANNEL_PATTERN);

/** Null: not valid channels. */
function readChannels(text: string): string[] | null {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const fit = names.every((name) => channelExpression.test(name) && name.length <= LIMITS.channel.max);
  return fit && names.length <= LIMITS.channels.max ? names : null;
}

function urlFault(url: string, enforceHttps: boolean): EndpointFaults['url'] {
  if (url === '') return 'missing';
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (enforceHttps) return protocol === 'https:' ? undefined : 'not-https';
  if (protocol === undefined) return 'incomplete';
  return /^https?:$/.test(protocol) ? undefined : 'not-http';
}
