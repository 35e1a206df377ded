import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { type JsonNode, toValue } from '../../../../../src-server/json-schema/json-node';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { type JsonFault, parseJson } from '../../../../../src-server/json-schema/parse-json';
import { PayloadVerdict } from '../../../../shared/schema-view/payload-verdict';
import { placedProblems } from '../../../../shared/schema-view/placed-problems';
import { useProblemSteps } from '../../../../shared/schema-view/use-problem-steps';
import { Button } from '../../../../ui/button';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { Sheet } from '../../../../ui/sheet';
import { JsonEditor } from '../../../platform/editor/json-editor';
import type { EditorJump } from '../../../platform/editor/monaco-json';
import { useInstance } from '../../../platform/instance';
import { JsonFaultNotice } from '../draft/json-fault-notice';
import type { SchemaDocument } from '../draft/use-schema-draft';
import styles from './schema-sheets.module.css';

interface CheckPayloadProps {
  readonly document: SchemaDocument;
  readonly onClose: () => void;
}

/** Checks a payload against the schema being edited, with the check of the service itself. */
export function CheckPayload({ document, onClose }: CheckPayloadProps) {
  const { id, catalog: api } = useInstance();
  const form = useDraft(`${id}/check/${document.key}`, null, onClose);
  const [made, setMade] = useState('');
  const [text, setText] = useDrafted(form, 'text', made);
  const [fault, setFault] = useState<JsonFault | null>(null);
  const [jump, setJump] = useState<EditorJump | null>(null);
  const schema = useMemo(() => toValue(document.root), [document.root]);
  const example = useMutation({
    mutationFn: () => api.call('POST /event-type/schema/generate-example', { body: { schema } }),
    // What was typed stays: this is only what the text begins with.
    onSuccess: ({ example: value }) => setMade(stringifyOrdered(value, 2)),
  });
  const check = useMutation({
    mutationFn: (payload: JsonNode) =>
      api.call('POST /event-type/schema/check', { body: { schema, payload: toValue(payload) } }),
  });
  const { mutate: fill } = example;
  useEffect(() => fill(), [fill]);
  const { data: result, variables: checked } = check;
  const placed = useMemo(() => placedProblems(checked, result?.payload?.problems ?? []), [checked, result]);
  const marks = useMemo(
    () =>
      placed.problems.map(({ place, label }) => ({ ...place, message: label, level: 'warning' as const })),
    [placed],
  );
  // A copy, since going to the same place again is another jump.
  const go = ({ start, end }: EditorJump) => setJump({ start, end });
  const readSteps = useProblemSteps(placed.problems, go);
  const change = (next: string) => {
    setText(next);
    setFault(null);
    check.reset();
  };
  // Read only when it is asked for: reading a large payload at each keystroke would stall the page.
  const run = () => {
    const parsed = parseJson(text);
    setFault(parsed.ok ? null : parsed.fault);
    if (parsed.ok) check.mutate(parsed.node);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    readSteps(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <Sheet
      wide
      title="Check a payload"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" isDisabled={text.trim() === '' || check.isPending} onPress={run}>
            Check
          </Button>
        </>
      }
    >
      <div className={`${layout.stack3} ${layout.restDown}`} onKeyDownCapture={onKeyDown}>
        <p className={layout.lead}>
          Checks the payload against the schema on this page, saved or not. Sending never checks it: a message
          with a schema violation is still delivered.
        </p>
        <div className={styles.editor}>
          <JsonEditor
            label="Payload to check"
            value={text}
            onChange={change}
            marks={marks}
            jump={jump}
            fill
          />
        </div>
        {fault && <JsonFaultNotice fault={fault} text={text} onText={change} onGo={go} />}
        {check.error && (
          <FailureNotice title="The payload was not checked" cause={check.error} onRetry={run} />
        )}
        {result && !result.payload && (
          <Notice tone="warning" title="The schema has errors. Correct them to check a payload">
            {result.problems
              .map(({ pointer, message }) => `${pointer || 'the schema'} ${message}`)
              .join('; ')}
          </Notice>
        )}
        {result?.payload && (
          <PayloadVerdict result={result.payload} places={{ placeOf: placed.placeOf, onGo: go }} />
        )}
        {placed.problems.length > 0 && (
          <p className={layout.meta}>F8 goes to the next violation, Shift+F8 to the one before.</p>
        )}
      </div>
    </Sheet>
  );
}
