import { LIMITS } from '../../../../src-server/contract/limits';
import type { SyncIn } from '../../../../src-server/contract/sync';
import type { ComparisonOut } from '../../../../src-server/contract/working-copy';
import { parseOrdered, stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { isLike } from '../../../ui/drafts/draft-store';
import type { CopyChange } from '../../data/use-changes';

export type Conflict = ComparisonOut['conflicts'][number];
export type Side = 'base' | 'mine' | 'theirs';

/** The resolution of a conflict: a side, or a value as JSON text. */
export type Choice = { readonly take: Side } | { readonly valueText: string };

/** Resolutions by `conflictKey`. */
export type Choices = ReadonlyMap<string, Choice>;

/** Resolutions as a draft keeps them, by `conflictKey`, each with the conflict that it is about. */
export type KeptChoices = Readonly<Record<string, { readonly about: string; readonly choice: Choice }>>;

/** The resolution of some conflicts, to be kept beside the others. */
export function withChoice(kept: KeptChoices, conflicts: readonly Conflict[], choice: Choice): KeptChoices {
  const chosen = conflicts.map((conflict) => [
    conflictKey(conflict),
    { about: stringifyOrdered(conflict), choice },
  ]);
  return { ...kept, ...Object.fromEntries(chosen) };
}

/** The resolutions of conflicts that are still as they were when they were resolved: nobody has looked at another value. */
export function standingChoices(kept: KeptChoices, conflicts: readonly Conflict[]): Choices {
  const standing = conflicts.flatMap((conflict): [string, Choice][] => {
    const key = conflictKey(conflict);
    const chosen = kept[key];
    return chosen?.about === stringifyOrdered(conflict) && isChoice(chosen.choice)
      ? [[key, chosen.choice]]
      : [];
  });
  return new Map(standing);
}

/** A draft is kept in the browser, which may have changed it. */
function isChoice(choice: unknown): boolean {
  return isLike(choice, { take: '' }) || isLike(choice, { valueText: '' });
}

/** More removals than this need a second confirmation. */
export const REMOVALS_AT_ONCE = 10;

/** Identifies a conflict; a name contains no space. */
export function conflictKey({ name, pointer }: Pick<Conflict, 'name' | 'pointer'>): string {
  return `${name} ${pointer}`;
}

/** What a sync would do, as names of event types. */
export interface SyncPlan {
  /** Written to the instance. */
  readonly writes: readonly string[];
  /** Only taken from the instance, or the same there already. */
  readonly takes: readonly string[];
  /** In conflict and not resolved. */
  readonly open: readonly string[];
  /** How many conflicts of these are not resolved; one event type may have several. */
  readonly unresolved: number;
  /** Number of writes that remove an event type from the instance. */
  readonly removals: number;
}

/** Plans a sync with the choices so far. @param left names that are excluded */
export function planSync(
  { mine, theirs, both, agreed, conflicts }: ComparisonOut,
  choices: Choices,
  { changes, left }: { readonly changes: readonly CopyChange[]; readonly left: ReadonlySet<string> },
): SyncPlan {
  const taken = (name: string) => !left.has(name);
  const unresolved = conflicts.filter((conflict) => !choices.has(conflictKey(conflict)));
  const open = new Set(unresolved.map(({ name }) => name));
  const settled = new Set(conflicts.map(({ name }) => name).filter((name) => !open.has(name)));
  const written = new Set(
    conflicts
      .filter((conflict) => conflict.writesMore || !isTheirs(conflict, choices))
      .map(({ name }) => name),
  );
  const writes = [...mine, ...both, ...[...settled].filter((name) => written.has(name))].filter(taken);
  const takes = [...theirs, ...agreed, ...[...settled].filter((name) => !written.has(name))].filter(taken);
  const gone = new Set(changes.filter((change) => change.mine === null).map(({ name }) => name));
  const ofWhole = new Map(
    conflicts.filter(({ pointer }) => pointer === '').map((conflict) => [conflict.name, conflict]),
  );
  const isRemoved = (name: string) => {
    const conflict = ofWhole.get(name);
    if (!conflict) return gone.has(name);
    const choice = choices.get(conflictKey(conflict));
    if (choice === undefined || !('theirs' in conflict)) return false;
    return 'take' in choice ? !(choice.take in conflict) : choice.valueText.trim() === 'null';
  };
  return {
    writes,
    takes,
    open: [...open].filter(taken),
    unresolved: unresolved.filter(({ name }) => taken(name)).length,
    removals: writes.filter(isRemoved).length,
  };
}

/**
 * The body of the sync as JSON text, which keeps the spelling of values that were entered by hand. It names the event
 * types that were reviewed, so that edits made in the meantime wait for the next sync.
 */
export function syncBody(
  { writes, takes }: Pick<SyncPlan, 'writes' | 'takes'>,
  { conflicts }: ComparisonOut,
  { choices, acceptRemovals }: { readonly choices: Choices; readonly acceptRemovals: boolean },
): string {
  const names = new Set([...writes, ...takes]);
  const resolutions = conflicts.flatMap(({ name, pointer }) => {
    const choice = choices.get(conflictKey({ name, pointer }));
    if (choice === undefined || !names.has(name)) return [];
    const place = `"name":${JSON.stringify(name)},"pointer":${JSON.stringify(pointer)}`;
    return [`{${place},${'take' in choice ? `"take":"${choice.take}"` : `"value":${choice.valueText}`}}`];
  });
  const named: SyncIn['names'] = [...names];
  const limit = named.length > LIMITS.bulkEventTypes.max ? '' : `"names":${JSON.stringify(named)},`;
  const accepts = acceptRemovals ? '"acceptRemovals":true,' : '';
  return `{${limit}${accepts}"resolutions":[${resolutions.join(',')}]}`;
}

/** Whether what was chosen is what stands on the instance: nothing is written for it. */
function isTheirs(conflict: Conflict, choices: Choices): boolean {
  const choice = choices.get(conflictKey(conflict));
  if (choice === undefined) return false;
  const there = 'theirs' in conflict ? stringifyOrdered(conflict.theirs) : 'null';
  if ('valueText' in choice) return stringifyOrdered(parseOrdered(choice.valueText)) === there;
  const { take } = choice;
  return take in conflict === 'theirs' in conflict && stringifyOrdered(conflict[take] ?? null) === there;
}

/** What is left to do, in one line that changes with every choice: "3 to pull · 2 to resolve · 12 to push". */
export function planLabel({ writes, takes, unresolved }: SyncPlan): string {
  const count = (amount: number) => amount.toLocaleString('en');
  return `${count(takes.length)} to pull · ${count(unresolved)} to resolve · ${count(writes.length)} to push`;
}

/** How many can be pulled alone: a sync that names too many writes, too. */
export function pullable({ takes, writes }: Pick<SyncPlan, 'takes' | 'writes'>): number {
  return writes.length > 0 && takes.length > LIMITS.bulkEventTypes.max ? 0 : takes.length;
}

/** The part of a plan that writes nothing to the instance. */
export function onlyPull(plan: SyncPlan): SyncPlan {
  return { ...plan, writes: [], removals: 0 };
}
