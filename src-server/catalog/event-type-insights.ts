import type { EventTypeInsightsOut } from '../contract/event-type-usage';
import { INSIGHT_NAMES_MAX } from '../contract/limits';
import type { InsightFacts } from '../storage/catalog/event-type-insight-store';

/**
 * What is odd in the catalog, determined in one pass over its event types.
 * @param now in milliseconds since 1970
 */
export function eventTypeInsights(facts: InsightFacts, now: number): EventTypeInsightsOut {
  const { types, unfiltered, named } = facts;
  const unfilteredEndpoints = [...unfiltered.values()].reduce((sum, count) => sum + count, 0);
  const names = (isMeant: (type: InsightFacts['types'][number]) => boolean) => {
    const found = types.filter(isMeant).map(({ name }) => name);
    return { count: found.length, names: found.slice(0, INSIGHT_NAMES_MAX) };
  };
  const namedBy = new Map<string, { appId: string; endpoints: number }[]>();
  for (const { name, appId, endpoints } of facts.naming) {
    const known = namedBy.get(name);
    if (known) known.push({ appId, endpoints });
    else namedBy.set(name, [{ appId, endpoints }]);
  }
  const pastSunset = types.flatMap(({ name, sunsetAt }) => {
    if (sunsetAt === null || Date.parse(sunsetAt) > now) return [];
    const endpoints = sumOf(namedBy.get(name) ?? []) + unfilteredEndpoints;
    return endpoints > 0 ? [{ name, endpoints }] : [];
  });
  return {
    eventTypes: types.length,
    unfilteredEndpoints,
    withoutSchema: names((type) => !type.hasSchema),
    withoutDescription: names((type) => !type.isDescribed),
    unreceived: names((type) => unfilteredEndpoints === 0 && !named.has(type.name)),
    dark: reaching(darkTypes(facts, namedBy, unfilteredEndpoints)),
    pastSunset: reaching(pastSunset),
    unusedFlags: unusedFlags(facts),
  };
}

/** Event types, and how many endpoints each reaches. */
function reaching(found: readonly { readonly name: string; readonly endpoints: number }[]) {
  const shown = found.slice(0, INSIGHT_NAMES_MAX);
  return {
    count: found.length,
    names: shown.map(({ name }) => name),
    endpoints: shown.map(({ endpoints }) => endpoints),
  };
}

function sumOf(counts: readonly { readonly endpoints: number }[]): number {
  return counts.reduce((sum, { endpoints }) => sum + endpoints, 0);
}

/** Event types with flags that reach endpoints whose customers have none of them, by name. */
function darkTypes(
  facts: InsightFacts,
  namedBy: ReadonlyMap<string, readonly { readonly appId: string; readonly endpoints: number }[]>,
  unfilteredEndpoints: number,
) {
  // Many event types share few sets of flags: each set's consequences are computed once.
  const bySet = new Map<string, { seeing: ReadonlySet<string>; blind: number }>();
  const audienceOf = (flags: readonly string[]) => {
    const key = [...flags].sort().join(' ');
    const known = bySet.get(key);
    if (known) return known;
    const seeing = new Set(flags.flatMap((flag) => [...(facts.seeing.get(flag) ?? [])]));
    let blind = unfilteredEndpoints;
    for (const appId of seeing) blind -= facts.unfiltered.get(appId) ?? 0;
    const audience = { seeing, blind };
    bySet.set(key, audience);
    return audience;
  };
  return facts.types.flatMap(({ name, featureFlags }) => {
    if (featureFlags === null) return [];
    const { seeing, blind } = audienceOf(featureFlags);
    const naming = (namedBy.get(name) ?? []).filter(({ appId }) => !seeing.has(appId));
    const endpoints = sumOf(naming) + blind;
    return endpoints > 0 ? [{ name, endpoints }] : [];
  });
}

/** Flags that no event type or no token has, by name. */
function unusedFlags({ types, tokens }: InsightFacts): EventTypeInsightsOut['unusedFlags'] {
  const onTypes = new Map<string, number>();
  for (const flag of types.flatMap(({ featureFlags }) => featureFlags ?? [])) {
    onTypes.set(flag, (onTypes.get(flag) ?? 0) + 1);
  }
  return [...new Set([...onTypes.keys(), ...tokens.keys()])]
    .filter((flag) => !onTypes.has(flag) || !tokens.has(flag))
    .sort()
    .map((flag) => ({ flag, eventTypes: onTypes.get(flag) ?? 0, tokens: tokens.get(flag) ?? 0 }));
}
