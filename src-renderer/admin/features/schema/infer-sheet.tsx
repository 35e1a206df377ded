import { useMemo, useState } from 'react';
import { get, type JsonNode, toValue, withKey } from '../../../../src-server/json-schema/json-node';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { schemaTree } from '../../../../src-server/json-schema/schema-tree';
import { inferSchema, looksLikeSchema } from '../../../shared/schema-edit/infer-schema';
import { mergeSchema } from '../../../shared/schema-edit/merge-schema';
import { SchemaRows } from '../../../shared/schema-view/schema-rows';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { JsonEditor } from '../../platform/editor/json-editor';
import styles from './schema-sheets.module.css';
import type { SchemaDocument } from './use-schema-draft';

interface InferSheetProps {
  readonly document: SchemaDocument;
  /** The pasted text; "" asks for it. */
  readonly start: string;
  readonly onClose: () => void;
}

type How = 'merge' | 'replace';

/** Infers fields from a sample event, or adopts a pasted schema; shows the result first. */
export function InferSheet({ document, start, onClose }: InferSheetProps) {
  const [text, setText] = useState(start);
  const [how, setHow] = useState<How>('merge');
  const parsed = useMemo(() => parseJson(text), [text]);
  const node = parsed.ok ? parsed.node : null;
  const isSchema = node !== null && looksLikeSchema(node);
  const plan = useMemo(
    () => (node ? planOf(document.root, node, isSchema) : null),
    [document.root, node, isSchema],
  );
  const nothing = how === 'merge' && plan?.merged.schema === document.root;
  const apply = () => {
    if (!plan) return;
    const root = how === 'merge' ? plan.merged.schema : plan.replaced;
    const what = isSchema ? 'a pasted schema' : 'a sample';
    document.edit(() => ({
      ok: true,
      root,
      label: how === 'merge' ? `Add fields from ${what}` : `Replace with ${what}`,
      focus: '',
    }));
    onClose();
  };
  return (
    <Sheet
      wide
      title="Fields from a sample"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!plan || nothing} onPress={apply}>
            {how === 'merge'
              ? plan
                ? `Add ${countLabel(plan.merged.added.length)}`
                : 'Add fields'
              : 'Replace the schema'}
          </Button>
        </>
      }
    >
      <p className={layout.lead}>
        Paste the payload of an event, or a JSON Schema. You can undo this like any other step.
      </p>
      <div className={styles.sample}>
        <JsonEditor label="Sample event or JSON Schema" value={text} onChange={setText} fill />
      </div>
      {!parsed.ok && text.trim() !== '' && (
        <p className={layout.failedMeta} role="alert">
          JSON has an error at line {parsed.fault.line}: {parsed.fault.label}.
        </p>
      )}
      {plan && (
        <>
          <div className={layout.rowCenteredWide}>
            <Segmented
              label="How to use the sample"
              value={how}
              onChange={setHow}
              options={[
                { value: 'merge', label: 'Add missing fields' },
                { value: 'replace', label: 'Replace everything' },
              ]}
            />
            <span className={layout.meta}>
              {isSchema ? 'This is a JSON Schema.' : 'This is a sample event.'}
            </span>
          </div>
          {how === 'merge' ? <MergePlan plan={plan} /> : <ReplacePlan schema={plan.replaced} />}
        </>
      )}
    </Sheet>
  );
}

interface Plan {
  readonly merged: ReturnType<typeof mergeSchema>;
  readonly replaced: JsonNode;
}

function planOf(root: JsonNode, pasted: JsonNode, isSchema: boolean): Plan {
  const incoming = isSchema ? pasted : inferSchema([pasted]);
  return { merged: mergeSchema(root, incoming), replaced: isSchema ? pasted : withOwnTexts(root, incoming) };
}

/** A sample has no titles and examples: what the author wrote about the whole stays. */
function withOwnTexts(root: JsonNode, incoming: JsonNode): JsonNode {
  let next = incoming;
  for (const keyword of ['$schema', '$id', 'title', 'description', 'examples']) {
    const value = get(root, keyword);
    if (value && next.kind === 'object') next = withKey(next, keyword, value);
  }
  return next;
}

function MergePlan({ plan: { merged } }: { readonly plan: Plan }) {
  const { added, different } = merged;
  return (
    <div className={layout.stack2}>
      {added.length === 0 && different.length === 0 && <p>The schema already describes every field.</p>}
      {added.length > 0 && (
        <>
          <h3>New: {countLabel(added.length)}</h3>
          <ul className={styles.names}>
            {added.slice(0, 100).map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {different.length > 0 && (
        <>
          <h3>Different in the schema, not changed</h3>
          <ul className={styles.faults}>
            {different.slice(0, 50).map(({ field, here, there }) => (
              <li key={field}>
                <code>{field}</code> is {here} in the schema, {there} in the sample
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ReplacePlan({ schema }: { readonly schema: JsonNode }) {
  const tree = useMemo(() => schemaTree(toValue(schema), { maxRows: 200 }), [schema]);
  return (
    <div className={layout.stack2}>
      <h3>New schema</h3>
      <SchemaRows tree={tree} idOf={(path) => `inferred-${path}`} openDepth={2} />
    </div>
  );
}

function countLabel(count: number): string {
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}
