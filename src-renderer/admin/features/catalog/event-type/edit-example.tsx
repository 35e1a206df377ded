import { useDeferredValue } from 'react';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { parseOrdered, stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { whenDone } from '../../../../api/when-done';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { FitMark } from '../../../../shared/schema-view/fit-mark';
import { RemoveInvisible } from '../../../../shared/schema-view/remove-invisible';
import { Button } from '../../../../ui/button';
import { RestoredDraft } from '../../../../ui/drafts/restored-draft';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import layout from '../../../../ui/layout.module.css';
import { usePayloadVerdict } from '../../../data/use-payload-fit';
import { useCommand } from '../../../platform/commands/command-store';
import { JsonEditor } from '../../../platform/editor/json-editor';
import { useInstance } from '../../../platform/instance';
import { useWhenMay } from '../../../platform/use-when-may';
import styles from './event-type-detail.module.css';
import { ownExample, useSaveExample } from './use-save-example';

interface EditExampleProps {
  readonly type: EventTypeOut;
  /** Initial content of the editor. */
  readonly example: unknown;
  /** True if the author already wrote an example, which can be discarded. */
  readonly hasOwn: boolean;
  readonly onClose: () => void;
}

/** The author's own example. It is stored in the schema, as the first of its `examples`, and travels with it. */
export function EditExample({ type, example, hasOwn, onClose }: EditExampleProps) {
  const form = useDraft(`${useInstance().id}/example/${type.name}`, ownExample(type), onClose);
  const [text, setText] = useDrafted(form, 'text', stringifyOrdered(example, 2));
  const { value, fault } = readJson(text);
  const payload = useDeferredValue(value);
  const verdict = usePayloadVerdict(type.name, payload, type.updatedAt);
  const edit = useSaveExample(type.name);
  const save = (example: string | null) =>
    whenDone(edit.save({ opened: { example: form.opened }, mine: { example } }), () => form.saved(example));
  const when = useWhenMay();
  const canSave = fault === null && !edit.isPending;
  useCommand(
    'save',
    canSave ? when('PATCH /event-type/{name}', () => save(text)) : null,
    'Save the example',
    true,
  );
  return (
    <div className={styles.edit}>
      <RestoredDraft draft={form} />
      <JsonEditor label="Example" value={text} onChange={setText} />
      {fault ? (
        <>
          <p className={`${layout.small} ${layout.toneFailed}`} role="alert">
            {fault}
          </p>
          <RemoveInvisible text={text} onText={setText} />
        </>
      ) : (
        verdict.data && <FitMark {...verdict.data} />
      )}
      <p className={layout.metaInline}>
        Customers see this instead of a generated example, unless it violates the schema. You can save it
        either way.
      </p>
      <SaveFailure title="The example was not saved" saving={edit} />
      <div className={layout.row}>
        <Button kind="primary" size="small" isDisabled={!canSave} onPress={() => save(text)}>
          Save example
        </Button>
        <Button size="small" onPress={form.end}>
          Cancel
        </Button>
        {hasOwn && (
          <Button kind="quiet" size="small" isDisabled={edit.isPending} onPress={() => save(null)}>
            Use the generated example
          </Button>
        )}
      </div>
    </div>
  );
}

function readJson(text: string): { readonly value?: unknown; readonly fault: string | null } {
  const parsed = parseJson(text);
  if (parsed.ok) return { value: parseOrdered(text), fault: null };
  const { line, column, label } = parsed.fault;
  return { fault: `Invalid JSON at line ${line}, column ${column}: ${label}.` };
}
