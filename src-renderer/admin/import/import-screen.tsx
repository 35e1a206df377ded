import { useState } from 'react';
import type { OpenapiImportOut } from '../../../src-server/contract/openapi-import';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { ChooseDocument, type ChosenDocument } from './choose-document';
import { ImportPreview } from './import-preview';
import { ImportReceipt } from './import-receipt';
import styles from './import-screen.module.css';
import { useImport } from './use-import';

/** OpenAPI into event types, in three steps: choose, look, apply. Nothing is written before the third. */
export function ImportScreen() {
  const [document, setDocument] = useState<ChosenDocument | null>(null);
  const [replaceAll, setReplaceAll] = useState(false);
  const [receipt, setReceipt] = useState<OpenapiImportOut['data'] | null>(null);
  const plan = useImport();
  const apply = useImport();
  const choose = (next: ChosenDocument) => {
    setDocument(next);
    setReceipt(null);
    apply.reset();
    plan.mutate({ specRaw: next.text, dryRun: true });
  };
  const startOver = () => {
    setDocument(null);
    setReceipt(null);
    setReplaceAll(false);
    plan.reset();
    apply.reset();
  };
  const write = () => {
    if (!document) return;
    apply.mutate({ specRaw: document.text, replaceAll }, { onSuccess: ({ data }) => setReceipt(data) });
  };
  return (
    <div className={styles.screen}>
      <title>Import · Posthorn</title>
      <header className={styles.head}>
        <h1 className={styles.title}>Import from OpenAPI</h1>
        {document && (
          <>
            <span className={styles.file}>{document.name}</span>
            <Button size="small" onPress={startOver}>
              Choose another
            </Button>
          </>
        )}
      </header>
      {!document && <ChooseDocument onChoose={choose} />}
      {document && plan.isPending && (
        <p className={styles.working} role="status">
          Reading {document.name}
        </p>
      )}
      {plan.error && (
        <div className={styles.notice}>
          <FailureNotice title="This document cannot be imported, nothing was changed" cause={plan.error} />
        </div>
      )}
      {receipt && <ImportReceipt receipt={receipt} />}
      {plan.data && !receipt && (
        <ImportPreview
          plan={plan.data.data}
          replaceAll={replaceAll}
          onReplaceAll={setReplaceAll}
          pending={apply.isPending}
          error={apply.error}
          onApply={write}
        />
      )}
    </div>
  );
}
