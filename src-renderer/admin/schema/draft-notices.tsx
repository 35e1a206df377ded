import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { changeDraft, FIRST_SCHEMA, rebaseDraft } from './schema-drafts';
import styles from './schema-screen.module.css';
import type { SchemaDocument } from './use-schema-draft';

export interface DraftNoticesProps {
  readonly document: SchemaDocument;
  readonly saveError: unknown;
  /** Goes to the place where the JSON is wrong. */
  readonly onFault: () => void;
}

/** What stands between the document and being saved: broken JSON, somebody else's change, a refusal. */
export function DraftNotices({ document, saveError, onFault }: DraftNoticesProps) {
  const { fault, theirs, key } = document;
  if (!fault && theirs === undefined && !saveError) return null;
  const take = () => {
    changeDraft(key, theirs ?? FIRST_SCHEMA, { words: 'Take what is on the instance', focusAfter: '' });
    rebaseDraft(key, theirs ?? null);
  };
  return (
    <div className={styles.notices}>
      {fault && (
        <Notice
          tone="error"
          title={`JSON has an error at line ${fault.line}`}
          actions={
            <Button size="small" onPress={onFault}>
              Go to line {fault.line}
            </Button>
          }
        >
          {sentence(fault.words)} Until it is mended the fields stand still; they show what was before.
        </Notice>
      )}
      {theirs !== undefined && (
        <Notice
          tone="warning"
          title="Somebody else changed this schema meanwhile"
          actions={
            <>
              <Button size="small" onPress={take}>
                Take theirs
              </Button>
              <Button size="small" onPress={() => rebaseDraft(key, theirs)}>
                Keep mine, to save over theirs
              </Button>
            </>
          }
        >
          Nothing was written. Your steps are kept here either way: taking theirs is a step that can be
          undone.
        </Notice>
      )}
      {saveError !== null && saveError !== undefined && (
        <FailureNotice title="Nothing was saved; your steps are kept here" cause={saveError} />
      )}
    </div>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
