import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { RemoveInvisible } from '../../../shared/schema-view/remove-invisible';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import type { Draft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import type { CopyChange } from '../../data/use-changes';
import { useSingleKeys } from '../../platform/commands/single-keys';
import styles from './changes.module.css';
import { conflictLabel } from './conflict-label';
import { ConflictResult } from './conflict-result';
import { ConflictValue } from './conflict-value';
import { type Choice, type Choices, type Conflict, conflictKey, type Side } from './sync-choices';

const SIDES = [
  { side: 'base', key: '1', label: 'Original', hint: 'before both edits' },
  { side: 'mine', key: '2', label: 'Mine', hint: 'your edit' },
  { side: 'theirs', key: '3', label: 'Theirs', hint: 'on the instance now' },
] as const;

/** Conflicts listed above the card. */
const LISTED_MAX = 200;

interface ConflictCardsProps {
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
  readonly changes: readonly CopyChange[];
  /** What the other instance is called. */
  readonly instance: string;
  /** Keeps what is typed. */
  readonly draft: Draft;
  readonly onChoose: (conflicts: readonly Conflict[], choice: Choice) => void;
}

/** One conflict at a time, with a list of all of them. The keys 1, 2 and 3 choose a side and go to the next open one. */
export function ConflictCards({
  conflicts,
  choices,
  changes,
  instance,
  draft,
  onChoose,
}: ConflictCardsProps) {
  const [index, setIndex] = useState(0);
  const card = useRef<HTMLFieldSetElement>(null);
  // So that the keys 1, 2 and 3 work at once.
  useEffect(() => card.current?.focus(), []);
  const conflict = conflicts[Math.min(index, conflicts.length - 1)];
  if (!conflict) return null;
  const key = conflictKey(conflict);
  const choose = (choice: Choice) => onChoose([conflict], choice);
  const chooseAll = (take: Side) => onChoose(conflicts, { take });
  const goOn = () => {
    const after = [...conflicts.keys()].map((step) => (index + 1 + step) % conflicts.length);
    const next = after.find((at) => {
      const other = conflicts[at];
      return other && other !== conflict && !choices.has(conflictKey(other));
    });
    if (next !== undefined) setIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const found = SIDES.find((side) => side.key === event.key);
    const isText = (event.target as HTMLElement).closest('textarea') !== null;
    if (!found || isText || !useSingleKeys.getState().on || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    choose({ take: found.side });
    goOn();
    card.current?.focus();
  };
  return (
    <section className={layout.stack3} aria-label="Conflicts">
      <ol className={layout.stack1}>
        {conflicts.slice(0, LISTED_MAX).map((listed, at) => (
          <li key={conflictKey(listed)}>
            <button
              type="button"
              className={styles.link}
              aria-current={at === index}
              onClick={() => setIndex(at)}
            >
              {conflictLabel(listed.name, listed.pointer)}
            </button>{' '}
            <span className={layout.muted}>{choiceLabel(choices.get(conflictKey(listed)))}</span>
          </li>
        ))}
        {conflicts.length > LISTED_MAX && (
          <li>and {conflicts.length - LISTED_MAX} more, which come one after the other</li>
        )}
      </ol>
      {conflicts.length > 1 && (
        <div className={layout.row}>
          <Button size="small" onPress={() => chooseAll('mine')}>
            Keep all mine
          </Button>
          <Button size="small" onPress={() => chooseAll('theirs')}>
            Use all theirs
          </Button>
        </div>
      )}
      <fieldset
        ref={card}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the keys 1, 2 and 3
        tabIndex={0}
        className={styles.conflict}
        aria-keyshortcuts="1 2 3"
        onKeyDown={onKeyDown}
      >
        <legend>
          {index + 1} of {conflicts.length}: {conflictLabel(conflict.name, conflict.pointer)}
        </legend>
        {isVisibilityClash(conflict) && (
          <p className={styles.clash}>{visibilityClashLabel(conflict, instance)}</p>
        )}
        <Sides conflict={conflict} choice={choices.get(key)} onTake={(side) => choose({ take: side })} />
        <ByHand key={key} conflict={conflict} choice={choices.get(key)} draft={draft} onValue={choose} />
        <ConflictResult conflict={conflict} conflicts={conflicts} choices={choices} changes={changes} />
      </fieldset>
    </section>
  );
}

interface SidesProps {
  readonly conflict: Conflict;
  readonly choice: Choice | undefined;
  readonly onTake: (side: Side) => void;
}

function Sides({ conflict, choice, onTake }: SidesProps) {
  const group = useId();
  return (
    <div className={`${layout.gridStack2} ${layout.above2} ${styles.sides}`}>
      {SIDES.map(({ side, key, label, hint }) => {
        const isTaken = choice !== undefined && 'take' in choice && choice.take === side;
        return (
          <label
            key={side}
            className={classNames(
              layout.shrinkingStack1,
              layout.rounded,
              styles.side,
              isTaken && styles.taken,
            )}
          >
            <span className={`${layout.line2} ${layout.strong} ${styles.who}`}>
              <input type="radio" name={group} checked={isTaken} onChange={() => onTake(side)} />
              {label}
              <span className={layout.end} aria-hidden>
                <Keys names={[key]} />
              </span>
            </span>
            <span className={layout.meta}>{hint}</span>
            <ConflictValue conflict={conflict} side={side} />
          </label>
        );
      })}
    </div>
  );
}

interface ByHandProps {
  readonly conflict: Conflict;
  readonly choice: Choice | undefined;
  readonly draft: Draft;
  readonly onValue: (choice: Choice) => void;
}

function ByHand({ conflict, choice, draft, onValue }: ByHandProps) {
  const kept = choice !== undefined && 'valueText' in choice ? choice.valueText : null;
  const [text, setText] = useDrafted(draft, `by hand ${conflictKey(conflict)}`, kept);
  if (text === null) {
    return (
      <Button
        size="small"
        kind="quiet"
        onPress={() => setText(stringifyOrdered(conflict.mine ?? conflict.theirs ?? null, 2))}
      >
        Edit by hand
      </Button>
    );
  }
  const fault = faultOf(text);
  return (
    <div className={layout.stack2}>
      <TextField
        label="Value (JSON)"
        mono
        lines={5}
        value={text}
        onChange={setText}
        error={fault}
        autoFocus
      />
      <div>
        <Button size="small" isDisabled={fault !== null} onPress={() => onValue({ valueText: text })}>
          Use this value
        </Button>
        {fault !== null && <RemoveInvisible text={text} onText={setText} />}
      </div>
    </div>
  );
}

/** A field with two values that only one side changed: the other one chose flags. */
function isVisibilityClash({ pointer, base, mine, theirs }: Conflict): boolean {
  return pointer === '/archived' && (base === mine || base === theirs);
}

/** Who archived it, and who chose flags: both decide who sees it. */
function visibilityClashLabel({ base, mine, theirs }: Conflict, instance: string): string {
  const isThere = base === mine;
  const act = (isThere ? theirs : mine) === true ? 'Archived' : 'Unarchived';
  const [place, other] = isThere ? [`on ${instance}`, 'here'] : ['here', `on ${instance}`];
  return `${act} ${place}, and its flags changed ${other}. Choose whether it is archived.`;
}

function faultOf(text: string): string | null {
  const parsed = parseJson(text);
  return parsed.ok ? null : `This is not JSON: ${parsed.fault.label}. Text needs double quotes.`;
}

function choiceLabel(choice: Choice | undefined): string {
  if (choice === undefined) return 'unresolved';
  if ('valueText' in choice) return 'by hand';
  return SIDES.find(({ side }) => side === choice.take)?.label.toLowerCase() ?? '';
}
