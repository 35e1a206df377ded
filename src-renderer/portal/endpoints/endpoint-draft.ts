import { CHANNEL_PATTERN, type EndpointOut } from '../../../src-server/contract/endpoint';
import { LIMITS } from '../../../src-server/contract/limits';
import { RATE_LIMIT_MAX } from '../../../src-server/contract/names';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import {
  type EndpointDraft,
  faultsOf as faultsOfEndpoint,
  toBody as toEndpointBody,
  toDraft as toEndpointDraft,
} from '../../shared/endpoint/endpoint-draft';
import type { EventTypeGroup, Groupable } from '../../shared/event-types/group-event-types';
import type { Labels } from '../labels/labels';

/** What the form edits: the fields a customer controls, as typed. */
export interface PortalDraft extends EndpointDraft {
  /** Names separated by commas. */
  readonly channels: string;
}

/** @param type an event type that is selected initially; null: none */
export function emptyDraft(type: string | null): PortalDraft {
  const draft = { ...toEndpointDraft(undefined), channels: '' };
  return type === null
    ? draft
    : { ...draft, scope: 'some', choice: { names: new Set([type]), groups: new Set() } };
}

export function toDraft(endpoint: EndpointOut): PortalDraft {
  return { ...toEndpointDraft(endpoint), channels: endpoint.channels?.join(', ') ?? '' };
}

/** The sender's rules for every endpoint. */
export type FormRules = Pick<
  PortalLookOut,
  'enforceHttps' | 'requireEndpointFilterTypes' | 'requireEndpointChannel' | 'enableChannels'
> & {
  /** The limit of the account, in messages per second. Null: none. */
  readonly granted: number | null;
  /** The endpoint's own current limit; it may stay even if it is above that of the account. Null: none. */
  readonly ownNow: number | null;
};

/** What is wrong with each field, in words; a valid field is absent. */
export interface DraftFaults {
  readonly url?: string;
  readonly events?: string;
  readonly channels?: string;
  readonly rateLimit?: string;
}

/** @throws nothing: an empty object means that the draft can be saved */
export function faultsOf(draft: PortalDraft, rules: FormRules, { endpoints }: Labels): DraftFaults {
  const labels = endpoints.form;
  const most = highestRate(rules);
  const { url, events, rateLimit } = faultsOfEndpoint(draft, { ...rules, highestRate: most });
  const channels = readChannels(draft.channels);
  return {
    ...(url && { url: labels.urlFaults[url] }),
    ...(events && { events: rules.requireEndpointFilterTypes ? labels.nothingRequired : labels.nothing }),
    ...(channels === null && { channels: labels.channelsRule }),
    ...(rules.requireEndpointChannel && channels?.length === 0 && { channels: labels.channelsMissing }),
    ...(rateLimit && { rateLimit: labels.ownRule(most) }),
  };
}

/** The highest limit a customer may set. */
export function highestRate({ granted, ownNow }: Pick<FormRules, 'granted' | 'ownNow'>): number {
  return granted === null ? RATE_LIMIT_MAX : Math.max(granted, ownNow ?? 0);
}

/** The draft as the API takes it; only for a draft without faults. */
export function toBody(draft: PortalDraft, groups: readonly EventTypeGroup<Groupable>[]) {
  const channels = readChannels(draft.channels) ?? [];
  return { ...toEndpointBody(draft, groups), channels: channels.length > 0 ? channels : null };
}

const channelExpression = new RegExp(CHANNEL_PATTERN);

/** Null: not valid channels. */
function readChannels(text: string): string[] | null {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const fit = names.every((name) => channelExpression.test(name) && name.length <= LIMITS.channel.max);
  return fit && names.length <= LIMITS.channels.max ? names : null;
}
