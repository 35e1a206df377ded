import { RATE_LIMIT_MAX } from '../../../src-server/contract/names';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import {
  type EndpointDraft,
  faultsOf as faultsOfEndpoint,
  toDraft,
} from '../../shared/endpoint/endpoint-draft';
import { FILTER_EXAMPLE } from '../../shared/endpoint/filter-examples';
import type { Labels } from '../labels/labels';

/** @param type an event type that is selected initially; null: none */
export function emptyDraft(type: string | null): EndpointDraft {
  const draft = toDraft(undefined);
  return type === null
    ? draft
    : { ...draft, scope: 'some', choice: { names: new Set([type]), groups: new Set() } };
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
  /** The endpoint before it is edited. Absent: a new one. */
  readonly before?: EndpointDraft | null;
};

/** What is wrong with each field, in words; a valid field is absent. */
export interface DraftFaults {
  readonly url?: string;
  readonly events?: string;
  readonly channels?: string;
  readonly filter?: string;
  readonly rateLimit?: string;
}

/** @throws nothing: an empty object means that the draft can be saved */
export function faultsOf(draft: EndpointDraft, rules: FormRules, { endpoints }: Labels): DraftFaults {
  const labels = endpoints.form;
  const most = highestRate(rules);
  const { url, events, rateLimit, channels, filter } = faultsOfEndpoint(draft, {
    ...rules,
    highestRate: most,
  });
  return {
    ...(url && { url: labels.urlFaults[url] }),
    ...(events === 'nothing' && {
      events: rules.requireEndpointFilterTypes ? labels.nothingRequired : labels.nothing,
    }),
    ...(events === 'malformed' && { events: endpoints.picker.invalidName }),
    ...(channels && {
      channels: channels === 'missing' ? labels.channelsMissing : labels.channelsRule,
    }),
    ...(filter && { filter: labels.filter.malformed({ example: FILTER_EXAMPLE }) }),
    ...(rateLimit && { rateLimit: labels.ownRule({ most }) }),
  };
}

/** The highest limit a customer may set. */
export function highestRate({ granted, ownNow }: Pick<FormRules, 'granted' | 'ownNow'>): number {
  return granted === null ? RATE_LIMIT_MAX : Math.max(granted, ownNow ?? 0);
}
