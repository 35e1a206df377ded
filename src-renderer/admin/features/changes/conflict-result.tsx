import { useQuery } from '@tanstack/react-query';
import type { CopyContentOut } from '../../../../src-server/contract/working-copy';
import { parseOrdered, stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { contentOfText, contentText } from '../../../../src-server/working-copy/content-text';
import { mergeSides } from '../../../../src-server/working-copy/merge-sides';
import type { Resolution } from '../../../../src-server/working-copy/sides';
import { ChangeList } from '../../../ui/change-list';
import { CodeBlock } from '../../../ui/code-block';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import type { CopyChange } from '../../data/use-changes';
import { useSides } from '../../data/working-copy/use-sides';
import { useInstance } from '../../platform/instance';
import { differenceOf } from './change-facts';
import { type Choices, type Conflict, conflictKey } from './sync-choices';

interface ConflictResultProps {
  readonly conflict: Conflict;
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
  readonly changes: readonly CopyChange[];
}

/** What the sync would change on the instance with the choices so far, and an example of the result. */
export function ConflictResult({ conflict, conflicts, choices, changes }: ConflictResultProps) {
  const { name } = conflict;
  const sides = useSides(name).data;
  const change = changes.find((planned) => planned.name === name);
  const ofType = conflicts.filter((other) => other.name === name);
  const isOpen = ofType.some((other) => !choices.has(conflictKey(other)));
  if (isOpen || !change || change.flagSets || !sides) return null;
  const there = textOf(sides.theirs);
  const result = resultOf(change, there, resolutionsOf(ofType, choices));
  if (result === null) return <p className={layout.failing}>The value does not fit in this place.</p>;
  const { content, diff } = result;
  return (
    <section className={layout.stack2} aria-label="Result">
      <h3 className={layout.sectionTitle}>Result</h3>
      {content === null && (
        <p>{there === null ? `${name} is removed here too.` : `${name} is removed from the instance.`}</p>
      )}
      {content !== null && diff.changes.length === 0 && <p>{name} does not change on the instance.</p>}
      <ChangeList changes={diff.changes} more={diff.more} />
      {content && <Example content={content} />}
    </section>
  );
}

/** The choices about these conflicts, as a sync gets them. */
export function resolutionsOf(conflicts: readonly Conflict[], choices: Choices): readonly Resolution[] {
  return conflicts.flatMap((conflict): Resolution[] => {
    const choice = choices.get(conflictKey(conflict));
    if (choice === undefined) return [];
    const { name, pointer } = conflict;
    return [
      'take' in choice ? { name, pointer, take: choice.take } : { name, pointer, value: choice.valueText },
    ];
  });
}

/** Merges the sides, and compares the result with the instance. Null: a value entered by hand is of the wrong type. */
export function resultOf(
  { name, base, mine }: CopyChange,
  there: string | null,
  choices: readonly Resolution[],
) {
  const parsed = (content: string | null) =>
    content === null ? null : (parseOrdered(content) as CopyContentOut);
  try {
    const { merged } = mergeSides({ base: textOf(base), mine: textOf(mine), theirs: there }, choices);
    const content = parsed(merged);
    return { content, diff: differenceOf({ name, base: parsed(there), mine: content }) };
  } catch {
    return null;
  }
}

/** The text of a content of a working copy, as sides are merged. */
export function textOf(content: CopyContentOut | null): string | null {
  return content === null ? null : contentText(contentOfText(stringifyOrdered(content)));
}

function Example({ content }: { readonly content: CopyContentOut }) {
  const { id, catalog } = useInstance();
  const schema = content.schemas?.['1'];
  const schemaText = schema === undefined ? '' : stringifyOrdered(schema);
  const example = useQuery({
    queryKey: [id, 'catalog', 'sync-example', schemaText],
    queryFn: ({ signal }) =>
      catalog.call(
        'POST /event-type/schema/generate-example',
        { bodyText: `{"schema":${schemaText}}` },
        signal,
      ),
    enabled: schemaText !== '',
    gcTime: 0,
  });
  if (example.error) return <FailureNotice title="No example could be generated" cause={example.error} />;
  if (!example.data) return null;
  return (
    <CodeBlock
      label="Example"
      text={stringifyOrdered(example.data.example, 2)}
      remark={example.data.fits ? 'matches the schema' : 'does not match the schema'}
      maxHeight="30vh"
    />
  );
}
