import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { get, type JsonNode, withKey } from '../../../../../src-server/json-schema/json-node';
import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { Button } from '../../../../ui/button';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import layout from '../../../../ui/layout.module.css';
import { Segmented } from '../../../../ui/segmented';
import { Sheet } from '../../../../ui/sheet';
import { inferSchema, looksLikeSchema } from '../../../parts/infer-schema';
import { JsonEditor } from '../../../platform/editor/json-editor';
import type { EditorJump } from '../../../platform/editor/monaco-json';
import { useInstance } from '../../../platform/instance';
import { JsonFaultNotice } from '../draft/json-fault-notice';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { type MergedSchema, mergeSchema } from '../model/merge-schema';
import { addedFields, replacedFields, type SampleField } from '../model/sample-fields';
import { SampleTable } from './sample-table';
import styles from './schema-sheets.module.css';

interface InferSheetProps {
  readonly document: SchemaDocument;
  /** The pasted text; "" asks for it. */
  readonly start: string;
  readonly onClose: () => void;
}

type How = 'merge' | 'replace';
const NONE: readonly string[] = [];

/** Infers fields from samples, or adopts a pasted schema; shows each field and what happens to it first. */
export function InferSheet({ document, start, onClose }: InferSheetProps) {
  const { id } = useInstance();
  const form = useDraft(`${id}/infer/${document.key}/${start.length}/${start.slice(0, 100)}`, null, onClose);
  const [text, setText] = useDrafted(form, 'text', start);
  const [earlier, setEarlier] = useDrafted(form, 'earlier', NONE);
  const [how, setHow] = useDrafted<How>(form, 'how', 'merge');
  const [jump, setJump] = useState<EditorJump | null>(null);
  const shown = useDeferredValue(text);
  const parsed = useMemo(() => parseJson(shown), [shown]);
  const node = parsed.ok ? parsed.node : null;
  const isSchema = earlier.length === 0 && node !== null && looksLikeSchema(node);
  const plan = useMemo(() => {
    const samples = [...earlier.flatMap(samplesOf), ...(node ? samplesIn(node) : [])];
    return samples.length > 0 ? planOf(document.root, samples, isSchema) : null;
  }, [document.root, node, earlier, isSchema]);
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
    form.end();
  };
  return (
    <Sheet
      wide
      title="Fields from a sample"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={!plan || nothing} onPress={apply}>
            {how === 'merge' ? (plan ? `Add ${countLabel(plan.added)}` : 'Add fields') : 'Replace the schema'}
          </Button>
        </>
      }
    >
      <p className={layout.lead}>
        Paste the payload of an event, a list of several, or a JSON Schema. Nothing changes before you add the
        fields, and one undo takes them back.
      </p>
      <div className={styles.sample}>
        <JsonEditor label="Sample event or JSON Schema" value={text} onChange={setText} jump={jump} fill />
      </div>
      {!parsed.ok && shown.trim() !== '' && (
        <JsonFaultNotice fault={parsed.fault} text={shown} onText={setText} onGo={setJump} />
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
              {isSchema
                ? 'This is a JSON Schema.'
                : plan.samples === 1
                  ? 'From one sample event.'
                  : `From ${plan.samples} sample events: required is what all of them have.`}
            </span>
            {node && !isSchema && (
              <Button
                size="small"
                icon={<Plus aria-hidden />}
                onPress={() => {
                  setEarlier([...earlier, shown]);
                  setText('');
                }}
              >
                Another sample
              </Button>
            )}
          </div>
          {how === 'merge' ? <MergePlan plan={plan} /> : <ReplacePlan root={document.root} plan={plan} />}
        </>
      )}
    </Sheet>
  );
}

function samplesOf(text: string): readonly JsonNode[] {
  const parsed = parseJson(text);
  return parsed.ok ? samplesIn(parsed.node) : [];
}

/** A list of objects is several samples: the payload of an event is an object. */
function samplesIn(node: JsonNode): readonly JsonNode[] {
  const isList = node.kind === 'array' && node.items.length > 0;
  return isList && node.items.every(({ kind }) => kind === 'object') ? node.items : [node];
}

interface Plan {
  /** How many samples it comes from. */
  readonly samples: number;
  readonly merged: MergedSchema;
  /** What adding does with each field. */
  readonly fields: readonly SampleField[];
  /** How many of them are new, at any depth. */
  readonly added: number;
  readonly replaced: JsonNode;
}

function planOf(root: JsonNode, pasted: readonly JsonNode[], isSchema: boolean): Plan {
  const [only] = pasted;
  const incoming = isSchema && only ? only : inferSchema(pasted);
  const merged = mergeSchema(root, incoming);
  const fields = addedFields(incoming, merged);
  return {
    samples: pasted.length,
    merged,
    fields,
    added: fields.filter(({ state }) => state === 'new').length,
    replaced: isSchema ? incoming : withOwnTexts(root, incoming),
  };
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

function MergePlan({ plan: { fields, added, merged } }: { readonly plan: Plan }) {
  const { different } = merged;
  return (
    <div className={layout.stack2}>
      <h3>
        New: {countLabel(added)}
        {different.length > 0 && `. Different in the schema, not changed: ${different.length}`}
      </h3>
      {added === 0 && different.length === 0 && <p>The schema already describes every field.</p>}
      {fields.length > 0 && <SampleTable fields={fields} />}
    </div>
  );
}

function ReplacePlan({ root, plan: { replaced } }: { readonly root: JsonNode; readonly plan: Plan }) {
  const fields = useMemo(() => replacedFields(root, replaced), [root, replaced]);
  const removed = fields.filter(({ state }) => state === 'removed').length;
  return (
    <div className={layout.stack2}>
      <h3>New schema{removed > 0 && `. Removed: ${countLabel(removed)}`}</h3>
      <SampleTable fields={fields} />
    </div>
  );
}

function countLabel(count: number): string {
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}
