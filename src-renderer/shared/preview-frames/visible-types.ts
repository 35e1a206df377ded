import type { FlagSet } from '../../../src-server/contract/flag-set';
import { isVisible } from '../../../src-server/contract/visibility';

/** What the preview needs to know of an event type. */
export interface PreviewType {
  readonly name: string;
  readonly groupName?: string | null | undefined;
  readonly featureFlags?: readonly string[] | null | undefined;
  readonly archived?: boolean | undefined;
  readonly deprecated?: boolean | undefined;
  /** RFC 3339. Null or absent: no date. */
  readonly sunsetAt?: string | null | undefined;
}

/** The names that a customer with this set sees: the server's rule, applied to the page's data. */
export function visibleNames(types: readonly PreviewType[], set: Pick<FlagSet, 'featureFlags'>): Set<string> {
  return new Set(types.filter((type) => sees(type, set)).map(({ name }) => name));
}

/** Whether this set's customers see this event type in lists. */
export function sees(type: PreviewType, { featureFlags }: Pick<FlagSet, 'featureFlags'>): boolean {
  return !type.archived && isVisible(type.featureFlags, featureFlags);
}

/** The flags that would reveal it: `beta`, or `beta or internal`. */
export function neededFlags({ featureFlags }: PreviewType): string {
  return (featureFlags ?? []).join(' or ');
}

/** One sentence on which flag decides. */
export function whyVisible(type: PreviewType, set: FlagSet): string {
  const who = `${set.letter} ${set.name}`;
  if (type.archived) return `No one sees ${type.name} in lists: it is archived.`;
  const flags = type.featureFlags ?? [];
  if (flags.length === 0) return `${who} sees ${type.name}, as everyone does: it has no flag.`;
  const own = flags.filter((flag) => set.featureFlags.includes(flag));
  if (own.length > 0) return `${who} sees ${type.name} because the set has the flag ${own.join(' and ')}.`;
  const none =
    set.featureFlags.length === 0
      ? 'the set has no flags'
      : `the set has only ${set.featureFlags.join(', ')}`;
  return `${type.name} is hidden from ${who}: needs the flag ${neededFlags(type)}; ${none}.`;
}
