import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SchemaCheckOut } from '../../../../src-server/contract/schema-check';
import { toValue } from '../../../../src-server/json-schema/json-node';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { JsonEditor } from '../../platform/editor/json-editor';
import { useInstance } from '../../platform/instance';
import styles from './schema-sheets.module.css';
import type { SchemaDocument } from './use-schema-draft';

interface CheckPayloadProps {
  readonly document: SchemaDocument;
  readonly onClose: () => void;
}

/** Checks a payload against the schema being edited, with the check of the service itself. */
export function CheckPayload({ document, onClose }: CheckPayloadProps) {
  const { catalog: api } = useInstance();
  const [text, setText] = useState('');
  const schema = toValue(document.root);
  const example = useMutation({
    mutationFn: () => api.call('POST /event-type/schema/generate-example', { body: { schema } }),
    onSuccess: ({ example: made }) => setText((now) => (now === '' ? stringifyOrdered(made, 2) : now)),
  });
  const check = useMutation({
    mutationFn: (payload: unknown) =>
      api.call('POST /event-type/schema/check', { body: { schema, payload } }),
  });
  const { mutate: fill } = example;
  useEffect(() => fill(), [fill]);
  const parsed = parseJson(text);
  const run = () => parsed.ok && check.mutate(toValue(parsed.node));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <Sheet
      wide
      title="Check a payload"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" isDisabled={!parsed.ok || check.isPending} onPress={run}>
            {' '}
            Check{' '}
          </Button>
        </>
      }
    >
      <p className={layout.lead}>
        Checks the payload against the schema on this page, saved or not. Sending never checks it: a message
        with a schema violation is still delivered.
      </p>
      <div className={styles.editor} onKeyDownCapture={onKeyDown}>
        <JsonEditor
          label="Payload to check"
          value={text}
          onChange={(next) => {
            setText(next);
            check.reset();
          }}
          fill
        />
      </div>
      {!parsed.ok && text !== '' && (
        <p className={layout.failedMeta}>
          JSON has an error at line {parsed.fault.line}: {parsed.fault.label}.
        </p>
      )}
      {check.error && <FailureNotice title="The payload was not checked" cause={check.error} onRetry={run} />}
      {check.data && <Verdict result={check.data} />}
    </Sheet>
  );
}

function Verdict({ result: { payload, problems } }: { readonly result: SchemaCheckOut }) {
  if (!payload) {
    return (
      <Notice tone="warning" title="The schema has errors. Correct them to check a payload">
        {problems.map(({ pointer, message }) => `${pointer || 'the schema'} ${message}`).join('; ')}
      </Notice>
    );
  }
  if (payload.fits === null)
    return (
      <Notice tone="warning" title="The payload could not be checked">
        {payload.reason}
      </Notice>
    );
  if (payload.fits) return <Notice tone="done" title="The payload fits the schema" />;
  return (
    <Notice
      tone="warning"
      title={`The payload does not fit: ${payload.problems.length} schema ${payload.problems.length === 1 ? 'violation' : 'violations'}`}
    >
      <ul className={styles.faults}>
        {payload.problems.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <code>{pointer || 'the payload'}</code> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
