import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { isValidName } from '../../../../../src-server/contract/names';
import { type PreviewType, visibleNames } from '../../../../shared/preview-frames/visible-types';

/** Flags being tried out: the flags an event type would have, by its name. None of it is written. */
export type FlagEdits = Readonly<Record<string, readonly string[]>>;

/** The edits as short text for an address: `invoice.paid!beta!internal,ping`. Names and flags contain neither sign. */
export function editsText(edits: FlagEdits): string {
  return Object.entries(edits)
    .map(([name, flags]) => [name, ...flags].join('!'))
    .join(',');
}

/** Reads what `editsText` wrote. Skips invalid names and flags. */
export function readEdits(text: string): FlagEdits {
  const entries = text.split(',').map((part) => part.split('!'));
  return Object.fromEntries(
    entries.flatMap(([name = '', ...flags]) =>
      isValidName(name) ? [[name, flags.filter(isValidName)] as const] : [],
    ),
  );
}

/** The event types with the edits applied. */
export function withEdits<T extends PreviewType>(types: readonly T[], edits: FlagEdits): T[] {
  return types.map((type) => {
    const flags = Object.hasOwn(edits, type.name) ? edits[type.name] : undefined;
    return flags ? { ...type, featureFlags: flags.length > 0 ? [...flags] : null } : type;
  });
}

/** Adds an edit, or drops it if it equals the current flags of the event type. */
export function edited(edits: FlagEdits, type: PreviewType, flags: readonly string[]): FlagEdits {
  const { [type.name]: _, ...rest } = edits;
  const own = [...(type.featureFlags ?? [])].sort().join(',');
  return [...flags].sort().join(',') === own ? rest : { ...rest, [type.name]: flags };
}

/** The edits that have an effect: on existing event types, to flags that differ from theirs. */
export function effectiveEdits(edits: FlagEdits, types: readonly PreviewType[]): FlagEdits {
  return types.reduce<FlagEdits>((kept, type) => {
    const flags = Object.hasOwn(edits, type.name) ? edits[type.name] : undefined;
    return flags ? edited(kept, type, flags) : kept;
  }, {});
}

/** The release that would do what the edits do. Null: they do more than to take one flag off. */
export function releaseOf(
  types: readonly PreviewType[],
  edits: FlagEdits,
): { readonly flag: string; readonly eventTypes: string[] } | null {
  const flagsNow = new Map(types.map(({ name, featureFlags }) => [name, featureFlags ?? []]));
  const gone = new Set<string>();
  for (const [name, flags] of Object.entries(edits)) {
    const own = flagsNow.get(name) ?? [];
    const left = own.filter((flag) => !flags.includes(flag));
    if (left.length !== 1 || flags.some((flag) => !own.includes(flag))) return null;
    for (const flag of left) gone.add(flag);
  }
  const [flag] = gone;
  return flag !== undefined && gone.size === 1 ? { flag, eventTypes: Object.keys(edits) } : null;
}

/** What applying the edits would do, one sentence for each set that would see a difference. */
export function consequences(
  types: readonly PreviewType[],
  edits: FlagEdits,
  sets: readonly FlagSet[],
): string[] {
  const after = withEdits(types, edits);
  const sentences = sets.flatMap((set) => {
    const [was, is] = [visibleNames(types, set), visibleNames(after, set)];
    const gained = [...is].filter((name) => !was.has(name));
    const lost = [...was].filter((name) => !is.has(name));
    const parts = [
      ...(gained.length > 0 ? [`sees ${gained.length} more (${some(gained)})`] : []),
      ...(lost.length > 0 ? [`no longer sees ${lost.length} (${some(lost)})`] : []),
    ];
    return parts.length > 0 ? [`${set.letter} ${set.name} ${parts.join(' and ')}.`] : [];
  });
  return sentences.length > 0 ? sentences : ['Nothing changes for these sets.'];
}

/** The first three, and how many more. */
function some(names: readonly string[]): string {
  const rest = names.length - 3;
  return names.slice(0, 3).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
