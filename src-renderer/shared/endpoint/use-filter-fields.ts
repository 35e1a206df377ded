import { useQuery } from '@tanstack/react-query';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { LIMITS } from '../../../src-server/contract/limits';
import { schemaFieldPaths } from '../../../src-server/json-schema/schema-field-paths';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';
import { useApiScope } from '../api-scope';

/** What can be said of a message beside its payload. */
const OWN_FIELDS = { eventType: ['string'], eventId: ['string'], channels: ['array'], tags: ['array'] };
/** Up to this many event types are read one by one. */
const FEW = 20;
const PAGE = 50;
const PAGES_MAX = 40;
/** A longer list is not read further: other fields can be typed. */
const FIELDS_MAX = 3000;

/** Fields that a filter can name, `payload.amount`, with the JSON types of their values; none: any. */
export type FilterFields = ReadonlyMap<string, readonly string[]>;

/**
 * The fields of the event types that an endpoint takes, as far as this reader may see them.
 * @param names null: it takes all
 */
export function useFilterFields(names: readonly string[] | null, isWanted: boolean): FilterFields {
  const { api, key } = useApiScope();
  const { data } = useQuery({
    queryKey: [...key, 'catalog', 'filter-fields', names],
    queryFn: ({ signal }) => readFields(api, names, signal),
    enabled: isWanted,
    placeholderData: (before) => before,
  });
  return data ?? NO_SCHEMAS;
}

const NO_SCHEMAS: FilterFields = new Map(Object.entries(OWN_FIELDS));

async function readFields(
  api: ApiClient,
  names: readonly string[] | null,
  signal: AbortSignal,
): Promise<FilterFields> {
  const fields = new Map<string, readonly string[]>();
  for await (const types of names && names.length <= FEW ? oneByOne(api, names, signal) : all(api, signal)) {
    const wanted = names && new Set(names);
    for (const type of types) if (!wanted || wanted.has(type.name)) note(fields, type);
    if (fields.size >= FIELDS_MAX) break;
  }
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map([...sorted, ...NO_SCHEMAS]);
}

async function* oneByOne(api: ApiClient, names: readonly string[], signal: AbortSignal) {
  for (const name of names) {
    try {
      yield [await api.call('GET /event-type/{name}', { path: { name } }, signal)];
    } catch (cause) {
      // Chosen once, and since hidden from this reader or gone.
      if (!(cause instanceof ApiFailure) || cause.status !== 404) throw cause;
    }
  }
}

async function* all(api: ApiClient, signal: AbortSignal) {
  let iterator: string | null = null;
  for (let n = 0; n < PAGES_MAX; n++) {
    const query: { with_content: true; limit: number; iterator: string | null } = {
      with_content: true,
      limit: PAGE,
      iterator,
    };
    const page: { data: readonly EventTypeOut[]; iterator: string | null; done: boolean } = await api.call(
      'GET /event-type',
      { query },
      signal,
    );
    yield page.data;
    if (page.done || page.iterator === null) return;
    iterator = page.iterator;
  }
}

/** Where event types differ in what a field holds, it may hold all of it. */
function note(fields: Map<string, readonly string[]>, { schemas }: EventTypeOut): void {
  // The payload itself is a level, and so is the filter.
  for (const { path, kinds } of schemaFieldPaths(schemas?.['1'], LIMITS.filterLevels.max - 2)) {
    if (path.some((name) => name === '' || /^\$|\.|^\s|\s$/.test(name))) continue;
    const name = ['payload', ...path].join('.');
    const known = fields.get(name);
    const isAny = kinds.length === 0 || known?.length === 0;
    if (known || fields.size < FIELDS_MAX)
      fields.set(name, isAny ? [] : [...new Set([...(known ?? []), ...kinds])]);
  }
}
