import { useState } from 'react';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { acceptDraft, changeDraft } from '../../parts/schema-drafts/schema-drafts';
import { differencesOf } from './draft/draft-differences';
import { JsonFaultNotice } from './draft/json-fault-notice';
import type { SchemaDocument } from './draft/use-schema-draft';
import styles from './schema-screen.module.css';

interface DraftNoticesProps {
  readonly document: SchemaDocument;
  /** The schema on the instance if somebody else changed it meanwhile; undefined if nobody did. */
  readonly theirs: string | null | undefined;
  readonly saveError: unknown;
  /** Goes to the place where the JSON is invalid. */
  readonly onFault: () => void;
  /** Shows the unsaved changes. */
  readonly onDifferences: () => void;
  readonly onDiscard: () => void;
  /** Shows what somebody else changed, and the ways to continue. */
  readonly onMerge: () => void;
}

/** What prevents the document from being saved: broken JSON, somebody else's change, a refusal. */
export function DraftNotices(props: DraftNoticesProps) {
  const { document, theirs, saveError, onFault, onMerge } = props;
  const { fault, draft, dirty } = document;
  const cameBack = draft.keptAt !== null && dirty;
  if (!fault && theirs === undefined && !saveError && !cameBack) return null;
  return (
    <div className={`${layout.stack2} ${layout.goneIfEmpty} ${styles.notices}`}>
      {cameBack && <CameBack {...props} />}
      {fault && (
        <JsonFaultNotice
          fault={fault}
          text={document.text}
          onText={(text) => changeDraft(document.key, text, { label: 'Remove invisible characters' })}
          onGo={onFault}
        >
          The fields show the last valid JSON until you correct it.
        </JsonFaultNotice>
      )}
      {theirs !== undefined && (
        <Notice
          tone="warning"
          title="Someone else has changed this schema"
          actions={
            <Button size="small" onPress={onMerge}>
              Compare and decide
            </Button>
          }
        >
          Your changes were not saved, but nothing is lost. Merge both, use theirs, or keep yours.
        </Notice>
      )}
      {saveError !== null && saveError !== undefined && (
        <FailureNotice title="Nothing was saved. Your changes are kept here" cause={saveError} />
      )}
    </div>
  );
}

/** The draft that the browser kept from an earlier window is on the page again. */
function CameBack({ document, onDifferences, onDiscard }: DraftNoticesProps) {
  const { draft, text, key } = document;
  const { base, keptAt } = draft;
  // What was restored, not what is being typed now.
  const [summary] = useState(() => differencesOf(base, text)?.schemaSummary);
  return (
    <Notice
      tone="info"
      title={
        <>
          Restored your unsaved changes from <Time at={new Date(keptAt ?? 0).toISOString()} />
        </>
      }
      actions={
        <>
          <Button size="small" onPress={onDifferences}>
            Show changes
          </Button>
          <Button size="small" onPress={onDiscard}>
            Discard
          </Button>
          <Button size="small" onPress={() => acceptDraft(key)}>
            Keep editing
          </Button>
        </>
      }
    >
      This browser kept the changes and their undo history
      {summary ? `: ${summary} compared with the saved schema` : ''}.
    </Notice>
  );
}
