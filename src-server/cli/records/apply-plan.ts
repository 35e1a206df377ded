import { parseUrl } from '../../base/parse-url';
import { sameJson } from '../../json-schema/same-json';
import { shortJson } from '../../json-schema/short-json';
import { CliError } from '../cli-error';
import type { announceQuery } from '../command';
import type { Instance } from '../instance';
import type { WantedApplication, WantedFields, WantedState } from './wanted-state';

/** One difference between an instance and what it should have. */
export interface PlannedChange {
  readonly does: 'create' | 'change' | 'delete';
  readonly kind: 'event type' | 'application' | 'endpoint';
  /** An endpoint's begins with its application. */
  readonly name: string;
  /** By field, what there is and what is wanted. Empty for a deletion. */
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  /** Makes it. */
  readonly write: (server: Instance) => Promise<unknown>;
}

/** Whether others are told of a change. */
type AnnounceQuery = ReturnType<typeof announceQuery>;

/** Lists without an order. */
const SETS = new Set(['featureFlags', 'filterTypes', 'channels']);

/**
 * What has to change, in the order in which it can: endpoints name event types.
 * @param how `prunes` also deletes the endpoints of the applications named that the file leaves out; `query` of each
 *   change of an event type
 */
export async function planChanges(
  server: Instance,
  wanted: WantedState,
  { prunes, query }: { readonly prunes: boolean; readonly query: AnnounceQuery },
): Promise<readonly PlannedChange[]> {
  const changes = await eventTypeChanges(server, wanted.eventTypes, query);
  for (const application of wanted.applications)
    changes.push(...(await applicationChanges(server, application, prunes)));
  return changes;
}

async function eventTypeChanges(
  server: Instance,
  wanted: WantedState['eventTypes'],
  announcing: AnnounceQuery,
): Promise<PlannedChange[]> {
  if (wanted.length === 0) return [];
  const query = { with_content: true, include_archived: true };
  const there = new Map(
    (await server.listAll('GET /event-type', { query })).map((type) => [type.name, type]),
  );
  return wanted.flatMap(({ name, fields }): PlannedChange[] => {
    const path = { name };
    const known = there.get(name);
    // One that is listed is in use.
    const all = known?.archived ? { ...fields, archived: false } : fields;
    return changeOf({ kind: 'event type', name }, known, all, {
      create: (at) => at.ask('PUT /event-type/{name}', { path, query: announcing, body: fields }),
      change: (at, body) => at.ask('PATCH /event-type/{name}', { path, query: announcing, body }),
    });
  });
}

async function applicationChanges(
  server: Instance,
  { uid, fields, endpoints }: WantedApplication,
  prunes: boolean,
): Promise<readonly PlannedChange[]> {
  const path = { app: uid };
  const known = await orNone(server.ask('GET /app/{app}', { path }));
  const there = known ? await server.listAll('GET /app/{app}/endpoint', { path }) : [];
  const byUid = new Map(there.map((endpoint) => [endpoint.uid, endpoint]));
  const listed = new Set<unknown>(endpoints.map((endpoint) => endpoint.uid));
  return [
    ...changeOf({ kind: 'application', name: uid }, known, fields, {
      create: (at) => at.ask('POST /app', { body: { name: uid, ...fields, uid } }),
      change: (at, body) => at.ask('PATCH /app/{app}', { path, body }),
    }),
    ...endpoints.flatMap((endpoint) => {
      const at = { ...path, endpoint: endpoint.uid };
      const what = { kind: 'endpoint', name: `${uid}/${endpoint.uid}` } as const;
      return changeOf(what, byUid.get(endpoint.uid), endpoint.fields, {
        create: (to) =>
          to.ask('POST /app/{app}/endpoint', {
            path,
            body: { ...endpoint.fields, uid: endpoint.uid } as never,
          }),
        change: (to, body) => to.ask('PATCH /app/{app}/endpoint/{endpoint}', { path: at, body }),
      });
    }),
    ...(prunes ? there.filter((endpoint) => !listed.has(endpoint.uid)) : []).map(
      ({ id, uid: own }): PlannedChange => ({
        ...{ does: 'delete', kind: 'endpoint', name: `${uid}/${own ?? id}`, fields: [] },
        write: (to) => to.ask('DELETE /app/{app}/endpoint/{endpoint}', { path: { ...path, endpoint: id } }),
      }),
    ),
  ];
}

interface Writes {
  create(server: Instance): Promise<unknown>;
  change(server: Instance, fields: WantedFields): Promise<unknown>;
}

/** None, or one. @param known undefined: there is none yet */
function changeOf(
  what: Pick<PlannedChange, 'kind' | 'name'>,
  known: object | undefined,
  wanted: WantedFields,
  { create, change }: Writes,
): PlannedChange[] {
  const current: WantedFields = { ...known };
  const fields = Object.entries(wanted)
    .filter(([field, to]) => known === undefined || !isSame(field, current[field], to))
    .map(([field, to]) => ({ field, from: current[field], to }));
  if (known === undefined) return [{ ...what, does: 'create', fields, write: create }];
  if (fields.length === 0) return [];
  const body = Object.fromEntries(fields.map(({ field, to }) => [field, to]));
  return [{ ...what, does: 'change', fields, write: (server) => change(server, body) }];
}

function isSame(field: string, from: unknown, to: unknown): boolean {
  return sameJson(plain(field, from), plain(field, to));
}

/** A value in the one form that all its spellings have. */
function plain(field: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (field === 'url' && typeof value === 'string') return parseUrl(value)?.href ?? value;
  if (Array.isArray(value)) return value.length === 0 ? null : SETS.has(field) ? value.toSorted() : value;
  return typeof value === 'object' && Object.keys(value).length === 0 ? null : value;
}

async function orNone<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (cause) {
    if (cause instanceof CliError && cause.status === 404) return undefined;
    throw cause;
  }
}

const SIGNS = { create: '+', change: '~', delete: '-' } as const;

/** A plan in lines. */
export function planLines(changes: readonly PlannedChange[]): readonly string[] {
  return changes.flatMap(({ does, kind, name, fields }) => [
    `${SIGNS[does]} ${kind} ${name}`,
    ...fields.map(({ field, from, to }) =>
      does === 'create' ? `    ${field}: ${short(to)}` : `    ${field}: ${short(from)} becomes ${short(to)}`,
    ),
  ]);
}

const short = (value: unknown) => (value === undefined ? 'none' : shortJson(value));
