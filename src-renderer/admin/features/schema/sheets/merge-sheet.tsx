import { useMemo, useState } from 'react';
import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { fromPointer, type Path } from '../../../../../src-server/json-schema/json-pointer';
import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../../src-server/json-schema/print-json';
import { formatPath } from '../../../../../src-server/json-schema/schema-diff';
import { partOfKeyword, type SchemaPart } from '../../../../../src-server/json-schema/schema-parts';
import { type MergeConflict, mergeThreeWays } from '../../../../../src-server/json-schema/three-way-merge';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import layout from '../../../../ui/layout.module.css';
import { Segmented } from '../../../../ui/segmented';
import { Sheet } from '../../../../ui/sheet';
import { changeDraft, FIRST_SCHEMA, rebaseDraft } from '../../../parts/schema-drafts/schema-drafts';
import { differencesOf } from '../draft/draft-differences';
import type { SchemaDocument } from '../draft/use-schema-draft';
import styles from './schema-sheets.module.css';

interface MergeSheetProps {
  readonly document: SchemaDocument;
  /** The current schema on the instance; null: none. */
  readonly theirs: string | null;
  readonly onClose: () => void;
}

type Side = 'mine' | 'theirs';
/** More conflicts are settled together. */
const CONFLICTS_SHOWN = 30;
const VALUE_CHARS = 160;
/** Parts of a path that are followed by a name. */
const NAMED: ReadonlySet<SchemaPart> = new Set(['map', 'dependencies'] as const);

/** What each side changed, and the three ways to continue: merge both, take theirs, or overwrite theirs with mine. */
export function MergeSheet({ document, theirs, onClose }: MergeSheetProps) {
  const { key, draft, text } = document;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const yours = useMemo(() => differencesOf(draft.served, text), [draft.served, text]);
  const others = useMemo(() => differencesOf(draft.served, theirs), [draft.served, theirs]);
  const merged = useMemo(
    () => mergeTexts(draft.served, text, theirs, (pointer) => chosen.get(pointer) ?? 'mine'),
    [draft.served, text, theirs, chosen],
  );
  const open = merged?.conflicts.filter(({ pointer }) => !chosen.has(pointer)) ?? [];
  const chooseOpen = (side: Side) =>
    setChosen(new Map([...chosen, ...open.map(({ pointer }) => [pointer, side] as const)]));
  const take = (next: string, label: string) => {
    changeDraft(key, next, { label, focusAfter: '' });
    rebaseDraft(key, theirs);
    onClose();
  };
  return (
    <Sheet
      wide
      title="Two people changed this schema"
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => take(theirs ?? FIRST_SCHEMA, 'Use the version on the instance')}>
            Use theirs
          </Button>
          <Button
            onPress={() => {
              rebaseDraft(key, theirs);
              onClose();
            }}
          >
            Keep mine
          </Button>
          <Button
            kind="primary"
            isDisabled={!merged || open.length > 0}
            onPress={() => merged && take(printJson(merged.root), 'Merge with the version on the instance')}
          >
            Merge both
          </Button>
        </>
      }
    >
      <p className={layout.lead}>
        Nothing is written to the instance until you save. You can undo a merge, and the use of theirs. If you
        keep yours, the next save overwrites theirs.
      </p>
      <Changes title="They changed" found={others} />
      <Changes title="You changed" found={yours} />
      {!merged && <p>Correct the JSON to merge the changes.</p>}
      {merged && (
        <section className={layout.stack2}>
          <h3>Result</h3>
          {merged.conflicts.length === 0 ? (
            <p>The changes do not conflict: both are kept.</p>
          ) : (
            <p>
              {merged.conflicts.length === 1
                ? 'You both changed one field. Choose which version to keep.'
                : `You both changed ${merged.conflicts.length} fields. Choose which version of each to keep.`}
            </p>
          )}
          {merged.conflicts.slice(0, CONFLICTS_SHOWN).map((conflict) => (
            <Conflict
              key={conflict.pointer}
              conflict={conflict}
              side={chosen.get(conflict.pointer) ?? null}
              onChoose={(side) => setChosen(new Map(chosen).set(conflict.pointer, side))}
            />
          ))}
          {merged.conflicts.length > 1 && open.length > 0 && (
            <p className={layout.row}>
              {open.length} unresolved
              {merged.conflicts.length > CONFLICTS_SHOWN && `, the first ${CONFLICTS_SHOWN} are listed`}
              <Button size="small" onPress={() => chooseOpen('mine')}>
                Keep mine for these
              </Button>
              <Button size="small" onPress={() => chooseOpen('theirs')}>
                Use theirs for these
              </Button>
            </p>
          )}
        </section>
      )}
    </Sheet>
  );
}

interface ChangesProps {
  readonly title: string;
  readonly found: ReturnType<typeof differencesOf>;
}

function Changes({ title, found }: ChangesProps) {
  return (
    <section className={layout.stack2}>
      <h3>
        {title} {found?.schemaSummary}
      </h3>
      {!found && <p>The JSON has an error, so it cannot be compared.</p>}
      {found && found.changes.length === 0 && <p>No change affects receivers.</p>}
      {found && found.changes.length > 0 && <ChangeList changes={found.changes} more={found.more} />}
    </section>
  );
}

interface ConflictProps {
  readonly conflict: MergeConflict;
  /** Null: nobody has chosen yet. */
  readonly side: Side | null;
  readonly onChoose: (side: Side) => void;
}

function Conflict({ conflict: { pointer, mine, theirs }, side, onChoose }: ConflictProps) {
  const where = formatPath(fieldPath(fromPointer(pointer)));
  return (
    <div className={`${layout.gridCentered} ${layout.gapFlat} ${styles.conflict}`}>
      <code className={`${layout.breakable} ${layout.strong}`}>{where}</code>
      <Segmented
        label={`Which version of ${where}`}
        value={side}
        onChange={onChoose}
        options={[
          { value: 'mine', label: 'Mine' },
          { value: 'theirs', label: 'Theirs' },
        ]}
      />
      <dl className={`${layout.grid} ${layout.mutedTerms} ${styles.sides}`}>
        <dt>Mine</dt>
        <dd>
          <code>{inShort(mine)}</code>
        </dd>
        <dt>Theirs</dt>
        <dd>
          <code>{inShort(theirs)}</code>
        </dd>
      </dl>
    </div>
  );
}

/** The path without the keyword around each field. */
function fieldPath(path: Path): Path {
  const [first, second, ...rest] = path;
  if (first === undefined || second === undefined) return path;
  if (first === 'properties') return [second, ...fieldPath(rest)];
  if (NAMED.has(partOfKeyword(first))) return [first, second, ...fieldPath(rest)];
  return [first, ...fieldPath([second, ...rest])];
}

function inShort(node: JsonNode | null): string {
  if (!node) return 'removed';
  const text = printJson(node).replace(/\s*\n\s*/g, ' ');
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)} …` : text;
}

/** Null while one of them is not JSON. A missing schema merges like the initial one of an empty document. */
function mergeTexts(
  base: string | null,
  mine: string,
  theirs: string | null,
  choose: (pointer: string) => Side,
) {
  const [was, here, there] = [base ?? FIRST_SCHEMA, mine, theirs ?? FIRST_SCHEMA].map(parseJson);
  return was?.ok && here?.ok && there?.ok
    ? mergeThreeWays({ base: was.node, mine: here.node, theirs: there.node }, { choose })
    : null;
}
