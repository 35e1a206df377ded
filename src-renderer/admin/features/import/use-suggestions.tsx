import { useRef, useState } from 'react';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import type { ImportRun } from './import-run';
import { number } from './import-summary';
import type { DecidedRow } from './row-choice';

interface UseSuggestionsProps {
  readonly run: ImportRun;
  /** The listed rows. */
  readonly shown: readonly DecidedRow[];
}

/** Gives every listed row without a usable name the best suggestion, and takes that back. */
export function UseSuggestions({ run, shown }: UseSuggestionsProps) {
  /** The names before, by row. Null: there is nothing to take back. */
  const [before, setBefore] = useState<ReadonlyMap<string, string | undefined> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const fixes = suggestedNames(shown);
  const keepFocus = () => requestAnimationFrame(() => place.current?.querySelector('button')?.focus());
  const use = () => {
    const { choices } = run.store.getState();
    setBefore(new Map([...fixes.keys()].map((id) => [id, choices.get(id)?.name])));
    run.decide([...fixes.keys()], (id) => ({ name: fixes.get(id) }));
    keepFocus();
  };
  const undo = () => {
    if (before === null) return;
    run.decide([...before.keys()], (id) => ({ name: before.get(id) }));
    setBefore(null);
    keepFocus();
  };
  return (
    <div ref={place} className={layout.rowCentered}>
      {fixes.size > 1 && (
        <Button size="small" onPress={use}>
          Use {number(fixes.size)} suggestions
        </Button>
      )}
      {before !== null && (
        <Button size="small" kind="quiet" onPress={undo}>
          Undo {number(before.size)} names
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {before !== null && `${number(before.size)} names changed`}
      </span>
    </div>
  );
}

/** The best suggestion of each row that cannot be written for its name alone, by row. */
function suggestedNames(rows: readonly DecidedRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ row, name, isContested }) => {
      const [suggestion] = row.suggestions;
      const isWanted = row.state === 'problem' && !isContested && suggestion !== undefined;
      return isWanted && name !== suggestion ? [[row.id, suggestion] as const] : [];
    }),
  );
}
