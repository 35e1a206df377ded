import type { Principal } from '../../access/principal';
import { capabilitiesOf } from '../../access/principal';
import { visibleFlags } from '../../access/visibility';
import { apiError, invalidField, notFound } from '../../base/errors';
import { DEFAULT_MAX_ENDPOINTS } from '../../config';
import type { EndpointOut } from '../../contract/endpoint';
import { PORTAL_ENDPOINTS_MAX } from '../../contract/limits';
import { endpointOperations } from '../../contract/operations/endpoints';
import { REFUSED_TARGET_TYPE } from '../../contract/target-consent';
import type { AddressGuard } from '../../delivery/connection/address-guard';
import type { ApplicationRecord } from '../../storage/application-store';
import { noteParameter } from '../../storage/audit-scope';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { EndpointContent, EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { Settings } from '../../storage/installation/setting-store';
import { assertOnly } from '../assert-only';
import { conflictIfTaken } from '../conflict-if-taken';
import { checkTag, contentTag } from '../if-match';
import { changedEndpoint, newEndpoint, replacedEndpoint } from '../inputs/endpoint-input';
import { checkEndpointSize } from '../inputs/endpoint-size';
import { type Spelling, spellingOf } from '../inputs/spellings';
import { INSERT_ENDPOINT_ERRORS, type InsertEndpointParts, insertEndpoint } from '../insert-endpoint';
import { readStates, type StateSources } from '../presenters/endpoint-states';
import { presentEndpoint } from '../presenters/presenters';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { shownEndpoints } from '../presenters/shown-endpoints';
import { type Route, type RouteInput, route } from '../route';
import { uidFor } from './applications';

export interface EndpointRouteParts extends InsertEndpointParts, StateSources {
  readonly endpoints: EndpointStore;
  readonly eventTypes: Pick<EventTypeStore, 'findUnusable' | 'list'>;
  readonly guard: AddressGuard;
  readonly previewCatalog: PreviewCatalog;
  /** Called after one was created or changed. */
  readonly onEndpointChanged: (endpoint: EndpointRecord) => void;
  readonly onEndpointDeleted: (endpointId: string) => void;
}

/** The endpoints of one application. Customers manage their own with a portal token. */
export function endpointRoutes(parts: EndpointRouteParts): readonly Route[] {
  const { endpoints, clock, settings } = parts;

  async function presentAll(records: readonly EndpointRecord[]): Promise<EndpointOut[]> {
    const stateOf = await readStates(parts, records);
    return records.map((record) => ({
      ...presentEndpoint(record),
      state: stateOf({ ...record, isFailing: record.failing !== null }),
    }));
  }

  /** An endpoint with the tag of its content, which `If-Match` accepts. */
  async function respondWith<const S extends number>(status: S, record: EndpointRecord) {
    const [body] = (await presentAll([record])) as [EndpointOut];
    return { status, body, tag: tagOf(record) };
  }

  async function create(
    { id: appId, rateLimit }: ApplicationRecord,
    content: EndpointContent,
    caller: EndpointCaller,
  ) {
    checkOwnLimit({ current: null, next: content }, rateLimit, caller);
    const checked = await checkContent(parts, { current: null, next: content }, caller);
    const record = await insertEndpoint(parts, { appId, content: checked }, caller);
    parts.onEndpointChanged(record);
    return respondWith(201, record);
  }

  async function update(
    current: EndpointRecord,
    change: (current: EndpointContent) => EndpointContent,
    caller: EndpointCaller & Pick<RouteInput, 'application' | 'ifMatch'>,
  ) {
    const next = (latest: EndpointRecord) => {
      checkTag(caller.ifMatch, tagOf(latest));
      return change(latest);
    };
    const wanted = next(current);
    checkOwnLimit({ current, next: wanted }, caller.application.rateLimit, caller);
    const { url } = await checkContent(parts, { current, next: wanted }, caller);
    const record = await conflictIfTaken(() =>
      // The checks ran on a copy; everything but the URL, if that is new, is taken from the current row.
      endpoints.update(current.id, clock.now(), (latest) => {
        const content = wanted.url === current.url ? next(latest) : { ...next(latest), url };
        checkEndpointSize(latest, content, caller.spelling);
        return content;
      }),
    );
    if (!record) throw notFound();
    parts.onEndpointChanged(record);
    return respondWith(200, record);
  }

  return [
    route(endpointOperations.create, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Create an endpoint.',
      description: `At most ${DEFAULT_MAX_ENDPOINTS} per application, unless the server was started with another limit. A portal token adds none to an application that has ${PORTAL_ENDPOINTS_MAX}.`,
      errors: INSERT_ENDPOINT_ERRORS,
      handler: ({ application, body, principal }) =>
        create(application, newEndpoint(body, settings.current().defaultSecretType), {
          principal,
          spelling: spellingOf(body),
        }),
    }),
    route(endpointOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'endpoints',
      summary: 'List the endpoints of an application, newest first.',
      async handler({ application, query, principal }) {
        const page = await endpoints.list(application.id, query);
        const shown = await shownEndpoints(parts, principal, page.data);
        return { status: 200, body: { ...page, data: await presentAll(shown) } };
      },
    }),
    route(endpointOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one endpoint by id or uid.',
      handler: async ({ application, params }) =>
        respondWith(200, await findEndpoint(endpoints, application.id, params)),
    }),
    route(endpointOperations.replace, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary:
        'Replace an endpoint except its secret and headers, or create it. Absent fields get their defaults: not disabled, not paused.',
      errors: [...INSERT_ENDPOINT_ERRORS, 'precondition_failed'],
      conditional: true,
      async handler({ application, params, body, principal, ifMatch }) {
        const name = params.endpoint;
        const current = await endpoints.get(application.id, name);
        const caller = { application, principal, ifMatch, spelling: spellingOf(body) };
        if (current) return update(current, (latest) => replacedEndpoint(latest, body), caller);
        checkTag(ifMatch, null);
        const made = { ...body, uid: uidFor(name, body.uid) };
        const content = newEndpoint(made, settings.current().defaultSecretType);
        return create(application, content, caller);
      },
    }),
    route(endpointOperations.change, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Change the given fields; null clears a field.',
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler({ application, params, body, principal, ifMatch }) {
        assertOnly(principal, body, 'PATCH /app/{app}/endpoint/{endpoint}');
        if (body.secret && !capabilitiesOf(principal).includes('ManageEndpointSecret')) {
          throw apiError('insufficient access', 'This token may not change the signing secret.');
        }
        const current = await findEndpoint(endpoints, application.id, params);
        const caller = { application, principal, ifMatch, spelling: spellingOf(body) };
        return update(current, (latest) => changedEndpoint(latest, body), caller);
      },
    }),
    route(endpointOperations.delete, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Delete an endpoint; its waiting deliveries are canceled.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ application, params, ifMatch }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const check = (current: EndpointRecord) => checkTag(ifMatch, tagOf(current));
        if (!(await endpoints.delete(id, clock.now(), check))) throw notFound();
        parts.onEndpointDeleted(id);
        return { status: 204 };
      },
    }),
  ];
}

const tagOf = (record: EndpointRecord) => contentTag(presentEndpoint(record));

/** The endpoint of the path. @throws ApiError not_found */
export async function findEndpoint(
  endpoints: EndpointStore,
  appId: string,
  params: { readonly endpoint: string },
): Promise<EndpointRecord> {
  const record = await endpoints.get(appId, params.endpoint);
  if (!record) throw notFound('Endpoint');
  noteParameter('endpoint', record.id);
  return record;
}

/** Who wants an endpoint, and in which words. */
interface EndpointCaller {
  readonly principal: Principal;
  readonly spelling: Spelling;
}

/** An endpoint before and after a change. `current` is null for a new one. */
interface WantedChange {
  readonly current: EndpointContent | null;
  readonly next: EndpointContent;
}

/**
 * What the schema cannot check: whether the URL may be reached, and whether the event types can be chosen. Names that
 * the endpoint already has may stay, archived or not.
 * @throws ApiError 422
 */
async function checkContent(
  parts: EndpointRouteParts,
  { current, next }: WantedChange,
  caller: EndpointCaller,
): Promise<EndpointContent> {
  checkRequired(parts.settings.current(), { current, next }, caller);
  const isNewUrl = next.url !== current?.url;
  const url = isNewUrl ? checkUrl(parts, next.url, caller.principal) : next.url;
  const known = new Set(current?.filterTypes ?? []);
  const added = (next.filterTypes ?? []).filter((name) => !known.has(name));
  if (added.length > 0) await checkEventTypes(parts, added, caller);
  return { ...next, url };
}

/**
 * Anyone who knows the name of a flagged event type can subscribe to it. So a caller who does not see every type may
 * give any name: if only existing names were accepted, it could find out which types are hidden from it.
 * @throws ApiError 422
 */
export async function checkEventTypes(
  { eventTypes, previewCatalog }: Pick<EndpointRouteParts, 'eventTypes' | 'previewCatalog'>,
  added: readonly string[],
  { principal, spelling }: EndpointCaller,
): Promise<void> {
  const visible = visibleFlags(principal);
  const unsaved = (await previewCatalog(principal)?.findUnsaved(added, visible)) ?? [];
  if (unsaved.length > 0) {
    const msg = unusableTypes('exist only in the draft of this preview', unsaved);
    throw invalidField(spelling.filterTypes, `${msg}. Save them first.`);
  }
  const unusable = await eventTypes.findUnusable(added, visible);
  if (unusable.length > 0) {
    const fault = visible === null ? "don't exist" : 'are archived';
    throw invalidField(spelling.filterTypes, unusableTypes(fault, unusable));
  }
}

function unusableTypes(fault: string, found: readonly string[]): string {
  const names = found.slice(0, 20).join(', ') + (found.length > 20 ? ', ...' : '');
  return `The following event types ${fault}: ${names}`;
}

/**
 * A customer may lower the limit that the sender grants, but not raise it. An existing value may stay: the sender may
 * have given one endpoint more than the others.
 * @param granted the limit of the application. Null: none
 * @throws ApiError 422
 */
function checkOwnLimit(
  { current, next }: WantedChange,
  granted: number | null,
  { principal, spelling }: EndpointCaller,
): void {
  if (principal.kind !== 'portal' || granted === null || next.rateLimit === null) return;
  if (next.rateLimit <= Math.max(granted, current?.rateLimit ?? 0)) return;
  throw invalidField(spelling.rateLimit, `This must be at most ${granted}, the limit of the account.`);
}

/** What the settings require of every endpoint. One that lacked it before may stay as it is. @throws ApiError 422 */
function checkRequired(
  settings: Settings,
  { current, next }: WantedChange,
  { spelling }: EndpointCaller,
): void {
  const newlyTrue = (test: (content: EndpointContent) => boolean) =>
    test(next) && (current === null || !test(current));
  if (settings.requireEndpointFilterTypes && newlyTrue(takesEverything)) {
    throw invalidField(spelling.filterTypes, 'An endpoint needs at least one event type here.');
  }
  if (settings.requireEndpointChannel && newlyTrue(({ channels }) => channels === null)) {
    throw invalidField('channels', 'An endpoint needs at least one channel here.');
  }
}

const takesEverything = ({ filterTypes, filterGroups }: EndpointContent) => !filterTypes && !filterGroups;

function checkUrl({ guard, settings }: EndpointRouteParts, url: string, principal: Principal): string {
  const result = guard.checkUrl(url);
  if (!result.ok) {
    if (principal.kind !== 'admin') throw invalidField('url', result.reason);
    const type = result.addressClass ? REFUSED_TARGET_TYPE + result.addressClass : 'value_error';
    throw invalidField('url', result.exactReason, type);
  }
  if (settings.current().enforceHttps && !result.url.startsWith('https:')) {
    throw invalidField('url', 'must start with https://');
  }
  return result.url;
}
