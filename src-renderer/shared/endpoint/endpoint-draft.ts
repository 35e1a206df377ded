import { CHANNEL_PATTERN, type EndpointOut } from '../../../src-server/contract/endpoint';
import { LIMITS } from '../../../src-server/contract/limits';
import { isValidName } from '../../../src-server/contract/names';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { choiceOf, filterOf, isEmptyChoice, type TypeChoice } from '../event-types/type-choice';
import { filterText, readFilterText } from './filter-text';
import { parseRateLimit } from './rate-limit';
import { type Sending, sendingFlags, sendingOf } from './sending';

/** The fields that are any text at all, as the admin pages call them. Every form has them, and every page shows them. */
export const TEXT_WORDS = { description: { label: 'Description' } };
export type TextName = keyof typeof TEXT_WORDS;
export type Texts = Readonly<Record<TextName, string>>;
export const TEXT_FIELDS = Object.keys(TEXT_WORDS) as readonly TextName[];

/** What every form of an endpoint edits, as typed. */
export interface EndpointDraft extends Texts {
  readonly url: string;
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
  readonly sending: Sending;
}

/**
 * An endpoint as a form keeps what it was opened with. Its filter is text: a draft whose filter has other members than
 * the stored one is no less a draft of it.
 */
export type OpenedEndpoint = Omit<EndpointOut, 'filter'> & { readonly filter: string };

export function openedEndpoint(endpoint: EndpointOut): OpenedEndpoint {
  return { ...endpoint, filter: filterText(endpoint.filter) };
}

/** @param endpoint undefined for a new one, which takes all events at the rate limit of its application */
export function toDraft(endpoint: OpenedEndpoint | undefined): EndpointDraft {
  const choice = endpoint && choiceOf(endpoint);
  return {
    url: endpoint?.url ?? '',
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
  const isSameUrl = draft.url.trim() === before?.url;
  const url = urlFault(draft.url.trim(), !isSameUrl && (rules.enforceHttps ?? false));
  const mustChoose = rules.requireEndpointFilterTypes && before?.scope !== 'all';
  const isNothing = scope === 'some' ? isEmptyChoice(choice) : mustChoose;
  const channels = readChannels(draft.channels);
  const mustName = rules.requireEndpointChannel && before?.channels !== '';
  return {
    ...(url && { url }),
    ...(isNothing && { events: 'nothing' }),
    ...(scope === 'some' && ![...choice.names].every(isValidName) && { events: 'malformed' }),
    ...(speed === 'own' && !parseRateLimit(draft.rateLimit, rules.highestRate) && { rateLimit: 'malformed' }),
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
