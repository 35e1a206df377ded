import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import type { EventTypeInsightsOut } from '../../../../src-server/contract/event-type-usage';

/** Filters of the list of event types, besides which part it shows. */
export const CATALOG_CHIPS = [
  { value: 'changed', label: 'Changed this week' },
  { value: 'unpublished', label: 'Changed since last publish or import' },
  { value: 'no-schema', label: 'No schema' },
  { value: 'unreceived', label: 'No subscribers' },
  { value: 'dark', label: 'Hidden but delivered' },
  { value: 'deprecated', label: 'Deprecated' },
  { value: 'past-sunset', label: 'Past sunset, still received' },
] as const;

export type CatalogChip = (typeof CATALOG_CHIPS)[number]['value'];

const WEEK_MS = 7 * 24 * 3_600_000;

/** The chip in an address. Null: none. */
export function chipIn(value: string): CatalogChip | null {
  return CATALOG_CHIPS.find((chip) => chip.value === value)?.value ?? null;
}

/** Whether a chip needs the instance's insights. */
export function needsInsights(chip: CatalogChip | null): boolean {
  return chip === 'no-schema' || chip === 'unreceived' || chip === 'dark' || chip === 'past-sunset';
}

/** The event types that match a chip. Null chip: all; none while the insights are missing. */
export function withChip(
  types: readonly ListedEventType[],
  chip: CatalogChip | null,
  insights: EventTypeInsightsOut | undefined,
  nowMs: number,
): readonly ListedEventType[] {
  switch (chip) {
    case null:
      return types;
    case 'changed':
      return types.filter(({ updatedAt }) => Date.parse(updatedAt) > nowMs - WEEK_MS);
    case 'unpublished':
      return types.filter(({ change }) => change);
    case 'deprecated':
      return types.filter(({ deprecated }) => deprecated);
    default: {
      const list = {
        'no-schema': insights?.withoutSchema,
        unreceived: insights?.unreceived,
        dark: insights?.dark,
        'past-sunset': insights?.pastSunset,
      }[chip];
      const names = new Set(list?.names);
      return types.filter(({ name }) => names.has(name));
    }
  }
}
