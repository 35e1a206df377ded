import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox';
import layout from '../../../ui/layout.module.css';
import type { CopyChange } from '../../data/use-changes';
import { useSides } from '../../data/working-copy/use-sides';
import { differenceOf, diffLine, verbOf, visibilityOf } from './change-facts';
import { resolutionsOf, resultOf, textOf } from './conflict-result';
import type { Choices, Conflict } from './sync-choices';

/** Maximum number of names listed. */
const NAMED_MAX = 200;
/** A list up to this length is open at first. */
const OPEN_MAX = 10;

interface SyncNamesProps {
  readonly label: string;
  readonly names: readonly string[];
  /** Names excluded from the sync. */
  readonly excluded: ReadonlySet<string>;
  readonly onLeave: (name: string, isLeft: boolean) => void;
  /** What happens to one of them, in a line. */
  readonly line: (name: string) => ReactNode;
}

/** Event types of a step, each with what happens to it; one that is excluded stays in the list. */
export function SyncNames({ label, names, excluded, onLeave, line }: SyncNamesProps) {
  const [isOpen, setOpen] = useState(names.length <= OPEN_MAX);
  if (names.length === 0) return null;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label}: {names.filter((name) => !excluded.has(name)).length.toLocaleString('en')}
      </summary>
      {isOpen && (
        <ul className={layout.stack1}>
          {names.slice(0, NAMED_MAX).map((name) => (
            <li key={name}>
              <Checkbox isSelected={!excluded.has(name)} onChange={(isTaken) => onLeave(name, !isTaken)}>
                <span className={layout.breakable}>
                  <code>{name}</code> <span className={layout.muted}>{line(name)}</span>
                </span>
              </Checkbox>
            </li>
          ))}
          {names.length > NAMED_MAX && <li>and {names.length - NAMED_MAX} more</li>}
        </ul>
      )}
    </details>
  );
}

/** What a pull brings of one event type. */
export function PullLine({ name }: { readonly name: string }) {
  const sides = useSides(name).data;
  if (!sides) return null;
  if (sides.mineChanged && !sides.theirsChanged) return 'the same on both sides';
  const { base, theirs } = sides;
  if (theirs === null) return 'removed';
  if (base === null) return 'new';
  return diffLine(differenceOf({ name, base, mine: theirs }));
}

interface PushLineProps {
  readonly name: string;
  readonly changes: readonly CopyChange[];
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
}

/** What a push writes of one event type, compared with what the instance has now. */
export function PushLine({ name, changes, conflicts, choices }: PushLineProps) {
  const change = changes.find((planned) => planned.name === name);
  const sides = useSides(name).data;
  if (!change) return null;
  if (change.flagSets) return diffLine(differenceOf(change));
  if (!sides) return (visibilityOf(change)?.label ?? verbOf(change)).toLowerCase();
  const own = conflicts.filter((conflict) => conflict.name === name);
  const result = resultOf(change, textOf(sides.theirs), resolutionsOf(own, choices));
  if (result === null) return null;
  if (result.content === null) return 'removed';
  return sides.theirs === null ? 'new' : diffLine(result.diff);
}
