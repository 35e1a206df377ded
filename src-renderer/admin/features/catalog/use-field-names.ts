import { startTransition, useEffect, useState } from 'react';
import type { EventTypeOut } from '../../../../src-server/contract/event-type';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { LIST_LIMIT_MAX, type ListResponse } from '../../../../src-server/contract/list';
import { schemaFieldNames } from '../../../../src-server/json-schema/schema-field-names';
import { useInstance } from '../../platform/instance';
import type { CatalogApi } from '../../platform/working-copy/catalog-api';
import type { FieldTexts } from './search-event-types';

interface Known extends FieldTexts {
  /** The state of the event type that the names belong to. */
  readonly updatedAt: string;
}

/** Schemas may be large, and reading some of them must not delay a key press: the first parts are small. */
const FIRST_PART = 50;
/** A part that blocked the page for less than this, in milliseconds, is followed by one twice as large. */
const EASY_MS = 3;
/** Up to this many changed ones are read one by one. */
const FEW = 20;
/** The display is updated after this many event types. */
const SHOWN_EVERY = 1000;

/** By instance; kept while the window is open, since reading all schemas is expensive. */
const known = new Map<string, Map<string, Known>>();

export interface FieldNames {
  readonly fields: ReadonlyMap<string, FieldTexts>;
  /** True while schemas are still being read. */
  readonly isReading: boolean;
  /** Changes whenever `fields` grows. */
  readonly stamp: number;
}

/** The names of the fields in the schemas of the catalog, read part by part once they are wanted. */
export function useFieldNames(types: readonly ListedEventType[] | undefined, isWanted: boolean): FieldNames {
  const { id, catalog: api } = useInstance();
  const [stamp, setStamp] = useState(0);
  const [isReading, setReading] = useState(false);
  const fields = known.get(id) ?? new Map<string, Known>();
  known.set(id, fields);
  useEffect(() => {
    if (!isWanted || !types) return;
    const stale = types.filter(({ name, updatedAt }) => fields.get(name)?.updatedAt !== updatedAt);
    if (stale.length === 0) return;
    const stop = new AbortController();
    const show = () => {
      if (!stop.signal.aborted) startTransition(() => setStamp((now) => now + 1));
    };
    startTransition(() => setReading(true));
    const reading =
      stale.length <= FEW ? readSome(api, fields, stale, stop) : readAll(api, fields, show, stop);
    void reading
      .catch(() => undefined) // names and descriptions can be searched anyway
      .then(() => {
        show();
        if (!stop.signal.aborted) startTransition(() => setReading(false));
      });
    return () => stop.abort();
  }, [api, types, isWanted, fields]);
  return { fields, isReading, stamp };
}

async function readSome(
  api: CatalogApi,
  fields: Map<string, Known>,
  stale: readonly ListedEventType[],
  stop: AbortController,
): Promise<void> {
  for (const { name } of stale) {
    note(fields, await api.call('GET /event-type/{name}', { path: { name } }, stop.signal));
  }
}

/** Event types and pages of them; no catalog comes near. */
const MOST_READ = 100_000;

async function readAll(
  api: CatalogApi,
  fields: Map<string, Known>,
  show: () => void,
  stop: AbortController,
): Promise<void> {
  let iterator: string | null = null;
  let limit = FIRST_PART;
  // The pages count too: the list of an instance that is broken may not end.
  for (let [unshown, read] = [0, 0]; read < MOST_READ; ) {
    const query = { include_archived: true, with_content: true, limit, iterator };
    const page: ListResponse<EventTypeOut> = await api.call('GET /event-type', { query }, stop.signal);
    const began = performance.now();
    for (const type of page.data) note(fields, type);
    if (page.done || page.iterator === null || page.iterator === iterator) return;
    iterator = page.iterator;
    read += page.data.length + 1;
    // Parsing took about as long again.
    if (performance.now() - began < EASY_MS) limit = Math.min(2 * limit, LIST_LIMIT_MAX);
    else limit = Math.max(Math.floor(limit / 2), FIRST_PART);
    unshown += page.data.length;
    if (unshown < SHOWN_EVERY) continue;
    unshown = 0;
    show();
  }
}

function note(fields: Map<string, Known>, { name, updatedAt, schemas }: EventTypeOut): void {
  const names = schemaFieldNames(schemas);
  fields.set(name, { updatedAt, names, lower: names.map((field) => field.toLowerCase()) });
}
