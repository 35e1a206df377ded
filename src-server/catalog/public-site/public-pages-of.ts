import { toIsoTime } from '../../base/clock';
import type { EventTypeChangeOut } from '../../contract/event-type-change';
import type { CatalogPage, PublicEventType, RenderCatalogLater } from '../../contract/public-catalog';
import type { PublicTypeContent, PublicTypeEntry } from '../../storage/catalog/public-catalog-store';
import type { ExampleCache } from '../examples/example-cache';
import { publicEventTypes } from './public-event-types';
import type { PublicSite } from './public-site';

/** What pages are made from: a summary of the whole catalog, and some full entries. */
export interface PagesInput {
  readonly site: PublicSite;
  /** JSON text of a list of PublicTypeEntry. */
  readonly index: string;
  /** What everybody saw change, newest first. */
  readonly changes: readonly EventTypeChangeOut[];
  /** True: each event type has a page of its own. False: `contents` covers all. */
  readonly isLarge: boolean;
  readonly contents: readonly PublicTypeContent[];
}

/** Loaded when a page first needs them. */
export type Examples = () => Promise<ExampleCache>;

/** The pages of a catalog, and which of them can be made from what is there. */
export interface PagesOf {
  readonly pages: readonly CatalogPage[];
  readonly entries: ReadonlyMap<string, PublicTypeEntry>;
  /** True: its content is present, in the version that the index names. */
  hasContent(name: string): boolean;
  /** Names of the event types without which no page can be made at all. */
  readonly missing: readonly string[];
}

/** Assembles the pages; each is made when it is rendered. */
export async function pagesOf(
  { site, index, changes, isLarge, contents }: PagesInput,
  render: RenderCatalogLater,
  examples: Examples,
): Promise<PagesOf> {
  const list = withShownReplacements(JSON.parse(index));
  const entries = new Map(list.map((entry) => [entry.name, entry]));
  const current = contents.filter(({ name, version }) => entries.get(name)?.version === version);
  const shown =
    current.length === 0
      ? []
      : publicEventTypes(current.map(toPublishable), await examples(), (name) => entries.has(name));
  const complete = new Map(shown.map((type) => [type.name, type]));
  const eventTypes = list.map((entry) => complete.get(entry.name) ?? inShort(entry));
  const { displayName, look, assets, home, draft } = site;
  const missing = isLarge ? [] : list.map(({ name }) => name).filter((name) => !complete.has(name));
  const pages =
    missing.length > 0
      ? []
      : await render({ displayName, eventTypes, changes, look, home, draft, isLarge }, assets);
  return { pages, entries, hasContent: (name) => complete.has(name), missing };
}

/** Without replacements that the public does not see: what pages are made from does not distinguish them either. */
function withShownReplacements(list: readonly PublicTypeEntry[]): readonly PublicTypeEntry[] {
  const names = new Set<string | null>(list.map(({ name }) => name));
  return list.map((entry) => (names.has(entry.replacedBy) ? entry : { ...entry, replacedBy: null }));
}

function toPublishable({ updatedAt, deprecated, deprecatedAt, ...content }: PublicTypeContent) {
  return {
    ...content,
    deprecated: deprecated === 1,
    deprecatedAt: isoOrNull(deprecatedAt),
    // The store returns no others.
    archived: false,
    featureFlags: null,
    updatedAt: toIsoTime(updatedAt),
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIsoTime(ms);
}

function inShort({ version: _, ...entry }: PublicTypeEntry): PublicEventType {
  return {
    ...entry,
    deprecated: entry.deprecated === 1,
    deprecatedAt: isoOrNull(entry.deprecatedAt),
    updatedAt: toIsoTime(entry.updatedAt),
    schema: null,
    example: null,
    variants: [],
    hasOwnExample: false,
  };
}
