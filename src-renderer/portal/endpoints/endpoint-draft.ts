import { CHANNEL_PATTERN, type EndpointOut } from '../../../src-server/contract/endpoint';
import { LIMITS } from '../../../src-server/contract/limits';
import { RATE_LIMIT_MAX } from '../../../src-server/contract/names';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import type { EventTypeGroup, Groupable } from '../../shared/event-types/group-event-types';
import { choiceOf, filterOf, isEmptyChoice, type TypeChoice } from '../../shared/event-types/type-choice';
import type { Words } from '../words/words';

/** What the form edits: the fields a customer decides about, as they are typed. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly scope: 'all' | 'some';
  readonly choice: TypeChoice;
  /** Names with commas between them. */
  readonly channels: string;
  readonly speed: 'account' | 'own';
  readonly rateLimit: string;
}

/** @param type an event type that is chosen from the start; null: none */
export function emptyDraft(type: string | null): EndpointDraft {
  return {
    url: '',
    description: '',
    scope: type === null ? 'all' : 'some',
    choice: { names: new Set(type === null ? [] : [type]), groups: new Set() },
    channels: '',
    speed: 'account',
    rateLimit: '',
  };
}

export function toDraft(endpoint: EndpointOut): EndpointDraft {
  const choice = choiceOf(endpoint);
  return {
    url: endpoint.url,
    description: endpoint.description,
    scope: choice ? 'some' : 'all',
    choice: choice ?? { names: new Set(), groups: new Set() },
    channels: endpoint.channels?.join(', ') ?? '',
    speed: endpoint.rateLimit === null ? 'account' : 'own',
    rateLimit: endpoint.rateLimit === null ? '' : String(endpoint.rateLimit),
  };
}

/** What the sender asks of every endpoint. */
export type FormRules = Pick<
  PortalLookOut,
  'enforceHttps' | 'requireEndpointFilterTypes' | 'requireEndpointChannel' | 'enableChannels'
> & {
  /** The limit of the account, in messages per second. Null: none. */
  readonly granted: number | null;
  /** The endpoint's own limit as it is; it may stay, even above that of the account. Null: none. */
  readonly ownNow: number | null;
};

/** What is wrong with each field, in words; a field that is right is absent. */
export interface DraftFaults {
  readonly url?: string;
  readonly events?: string;
  readonly channels?: string;
  readonly rateLimit?: string;
}

/** @throws nothing: an empty object means that the draft can be saved */
export function faultsOf(draft: EndpointDraft, rules: FormRules, { endpoints }: Words): DraftFaults {
  const words = endpoints.form;
  const url = urlFault(draft.url, rules.enforceHttps, words);
  const channels = readChannels(draft.channels);
  const nothing = draft.scope === 'some' && isEmptyChoice(draft.choice);
  const most = highestRate(rules);
  return {
    ...(url && { url }),
    ...((nothing || (rules.requireEndpointFilterTypes && draft.scope === 'all')) && {
      events: rules.requireEndpointFilterTypes ? words.nothingRequired : words.nothing,
    }),
    ...(channels === null && { channels: words.channelsRule }),
    ...(rules.requireEndpointChannel && channels?.length === 0 && { channels: words.channelsMissing }),
    ...(draft.speed === 'own' && readRate(draft.rateLimit, most) === null
      ? { rateLimit: words.ownRule(most) }
      : {}),
  };
}

/** The highest limit a customer may write. */
export function highestRate({ granted, ownNow }: Pick<FormRules, 'granted' | 'ownNow'>): number {
  return granted === null ? RATE_LIMIT_MAX : Math.max(granted, ownNow ?? 0);
}

/** The draft as the API takes it; for one without faults. */
export function toBody(draft: EndpointDraft, groups: readonly EventTypeGroup<Groupable>[]) {
  const channels = readChannels(draft.channels) ?? [];
  return {
    url: draft.url.trim(),
    description: draft.description,
    ...(draft.scope === 'all' ? { filterTypes: null, filterGroups: null } : filterOf(draft.choice, groups)),
    channels: channels.length > 0 ? channels : null,
    rateLimit: draft.speed === 'own' ? readRate(draft.rateLimit, RATE_LIMIT_MAX) : null,
  };
}

function urlFault(text: string, enforceHttps: boolean, words: Words['endpoints']['form']): string | null {
  const url = text.trim();
  if (url === '') return words.missing;
  if (!URL.canParse(url)) return enforceHttps ? words.onlyHttps : words.incomplete;
  const { protocol } = new URL(url);
  if (enforceHttps) return protocol === 'https:' ? null : words.onlyHttps;
  return /^https?:$/.test(protocol) ? null : words.scheme;
}

const channelExpression = new RegExp(CHANNEL_PATTERN);

/** Null: not channels. */
function readChannels(text: string): string[] | null {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const fit = names.every((name) => channelExpression.test(name) && name.length <= LIMITS.channel.max);
  return fit && names.length <= LIMITS.channels.max ? names : null;
}

function readRate(text: string, most: number): number | null {
  const rate = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return rate >= 1 && rate <= most ? rate : null;
}
