import type { Principal } from '../../access/principal';
import { visibleFlags } from '../../access/visibility';
import { LIST_LIMIT_MAX } from '../../contract/list';
import { groupOf } from '../../contract/names';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import { type EndpointRecord, PLAIN_ENDPOINT } from '../../storage/endpoint-record';
import type { PreviewCatalog } from './preview-catalog';

interface CatalogParts {
  readonly eventTypes: Pick<EventTypeStore, 'list'>;
  readonly previewCatalog: PreviewCatalog;
}

/**
 * Endpoints as this principal may see them: to a share link without what its flags hide, and of the rest only what is
 * named here, since the link may be opened by anybody.
 */
export async function shownEndpoints(
  parts: CatalogParts,
  principal: Principal,
  endpoints: readonly EndpointRecord[],
): Promise<readonly EndpointRecord[]> {
  if (principal.kind !== 'share') return endpoints;
  const hasFilter = endpoints.some(({ filterTypes, filterGroups }) => filterTypes || filterGroups);
  const { names, groups } = hasFilter ? await visibleNames(parts, principal) : NOTHING;
  return endpoints.map((endpoint) => {
    const { url, rateLimit, disabled, paused, ordered, version, filterTypes, filterGroups } = endpoint;
    return {
      ...endpoint,
      ...PLAIN_ENDPOINT,
      ...{ url: withoutQuery(url), rateLimit, disabled, paused, ordered, version },
      // Empty rather than null, which would mean everything.
      filterTypes: filterTypes?.filter((name) => names.has(name)) ?? null,
      filterGroups: filterGroups?.filter((group) => groups.has(group)) ?? null,
    };
  });
}

const NOTHING = { names: new Set<string>(), groups: new Set<string | null>() };

/** The event types in sight of a principal, archived ones too, and their groups. */
async function visibleNames({ eventTypes, previewCatalog }: CatalogParts, principal: Principal) {
  const catalog = previewCatalog(principal) ?? eventTypes;
  const names = new Set<string>();
  const groups = new Set<string | null>();
  for (let iterator: string | null = null, done = false; !done; ) {
    const page: Awaited<ReturnType<EventTypeStore['list']>> = await catalog.list({
      limit: LIST_LIMIT_MAX,
      iterator,
      includeArchived: true,
      withSchemas: false,
      visibleFlags: visibleFlags(principal),
    });
    for (const eventType of page.data) {
      names.add(eventType.name);
      groups.add(groupOf(eventType));
    }
    ({ iterator, done } = page);
  }
  return { names, groups };
}

/** A query often carries a key of the receiver. */
function withoutQuery(address: string): string {
  const url = new URL(address);
  url.search = url.hash = url.username = url.password = '';
  return url.href;
}
