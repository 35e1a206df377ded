import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { PASTED_DOCUMENT } from '../../../../src-server/contract/pasted-document';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/text-field';
import { useInstance } from '../../platform/instance';
import styles from './import-screen.module.css';
import { PastImports } from './past-imports';
import { readImportFile } from './read-import-file';
import { useImportRun } from './use-import-run';

const TEXT = 'input, textarea, [contenteditable]';

/** Takes a document: dropped, chosen, pasted, or imported before. */
export function ChooseDocument() {
  const run = useImportRun();
  const form = useDraft(`${useInstance().id}/import`, null);
  const [pasted, setPasted] = useDrafted(form, 'pasted', '');
  const [fault, setFault] = useState<string | null>(null);
  const [, setQuery] = useSearchParams();
  usePastedText((text) => run.open({ name: PASTED_DOCUMENT, text }));
  const take = (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    readImportFile(file).then(
      (source) => run.open(source),
      (cause: unknown) => setFault(cause instanceof Error ? cause.message : String(cause)),
    );
  };
  return (
    <div className={`${layout.stack5} ${layout.scrolling} ${styles.choose}`}>
      <section
        className={`${layout.stack3} ${layout.centered} ${styles.drop}`}
        aria-label="Choose a document"
      >
        <Upload aria-hidden />
        <p className={classNames(layout.screenTitle, layout.textCentered)}>
          Drop an OpenAPI document anywhere on this window
        </p>
        <p className={layout.muted}>
          JSON or YAML, OpenAPI 3.0 to 3.2. You review the changes before anything is written.
        </p>
        <FileTrigger
          acceptedFileTypes={['.json', '.yaml', '.yml', 'application/json']}
          onSelect={(files) => take(files?.[0])}
        >
          <Button kind="primary">Choose a file</Button>
        </FileTrigger>
      </section>
      {fault && <Notice tone="error" title={fault} />}
      <div className={layout.stack2}>
        <TextField
          label="Or paste a document"
          mono
          lines={5}
          value={pasted}
          onChange={setPasted}
          placeholder={'{ "openapi": "3.1.0", "webhooks": { ... } }'}
        />
        <div>
          <Button
            isDisabled={pasted.trim() === ''}
            onPress={() => run.open({ name: PASTED_DOCUMENT, text: pasted })}
          >
            Read pasted document
          </Button>
        </div>
      </div>
      <PastImports onOpen={(receipt) => setQuery({ receipt })} />
      <p className={layout.meta}>
        Each entry of <code>webhooks</code>, or <code>x-webhooks</code> in OpenAPI 3.0, becomes an event type.
        Its name is <code>x-event-type</code> if present, else the key of the entry. References are resolved
        inside the document only; nothing is fetched.
      </p>
    </div>
  );
}

/** Text pasted on the screen rather than into a field. */
function usePastedText(onPaste: (text: string) => void): void {
  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(TEXT)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '') return;
      event.preventDefault();
      onPaste(text);
    };
    addEventListener('paste', listener);
    return () => removeEventListener('paste', listener);
  });
}
