import { useMemo } from 'react';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import layout from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/sheet';
import { toast } from '../../../../ui/toast-store';
import { draftOf, freshDraft, putDraft } from '../../../parts/schema-drafts/schema-drafts';
import { differencesOf } from '../draft/draft-differences';
import type { SchemaDocument } from '../draft/use-schema-draft';

interface DifferencesSheetProps {
  readonly name: string;
  readonly document: SchemaDocument;
  readonly onClose: () => void;
}

/** How the unsaved document differs from the saved one, and a way to discard it. */
export function DifferencesSheet({ name, document: { key, draft, text }, onClose }: DifferencesSheetProps) {
  const { base } = draft;
  const found = useMemo(() => differencesOf(base, text), [base, text]);
  return (
    <Sheet
      title="Unsaved changes"
      onClose={onClose}
      footer={
        <>
          <Button
            kind="danger"
            onPress={() => {
              discardDraft(key, name);
              onClose();
            }}
          >
            Discard changes
          </Button>
          <Button kind="primary" onPress={onClose}>
            Keep editing
          </Button>
        </>
      }
    >
      {!found && <p>The JSON has an error, so its fields cannot be compared. Your text is kept.</p>}
      {found && found.changes.length === 0 && (
        <p>Only the order of keys or the formatting differs. Receivers are not affected.</p>
      )}
      {found && found.changes.length > 0 && (
        <>
          <p className={layout.lead}>
            {base === null ? 'No schema is saved yet.' : 'Compared with the saved schema:'}{' '}
            {found.schemaSummary}
          </p>
          <ChangeList changes={found.changes} more={found.more} />
        </>
      )}
    </Sheet>
  );
}

/** Discards all unsaved changes with their steps; the message about that can restore them. */
export function discardDraft(key: string, name: string): void {
  const dropped = draftOf(key);
  if (!dropped) return;
  putDraft(key, freshDraft(dropped.served));
  toast(`Discarded the unsaved schema of ${name}`, async () => putDraft(key, { ...dropped, keptAt: null }));
}
