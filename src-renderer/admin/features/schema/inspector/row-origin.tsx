import { toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { Button } from '../../../../ui/button';
import { capitalize } from '../../../../ui/capitalize';
import layout from '../../../../ui/layout.module.css';
import { focusDraft } from '../../../parts/schema-drafts/schema-drafts';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { definitionBehind, documentPath } from '../model/document-path';
import { rowAt, rowsIn, type SchemaRow } from '../model/edit-rows';
import { referenceCount } from '../model/references';

/** Which part of an `allOf` the focused field comes from, what an edit of it changes, and the way there. */
export function RowOrigin({ document }: { readonly document: SchemaDocument }) {
  const { draft, root, key } = document;
  const row = rowAt(root, draft.focus);
  if (!row) return null;
  if (row.descriptions.length > 0) {
    const parts = rowsIn(root, row).filter(({ place }) => place.kind === 'part');
    return <Descriptions parts={parts} onGo={(to) => focusDraft(key, to)} />;
  }
  const definition = definitionBehind(root, draft.focus)?.definition;
  if (definition === undefined) return row.origin && <p className={layout.meta}>From {row.origin.label}.</p>;
  const uses = referenceCount(root, definition);
  return (
    <div className={layout.rowCenteredWide}>
      <p className={layout.meta}>
        From <code>{`#${definition}`}</code>.{' '}
        {uses > 1 ? `An edit changes all ${uses} places that refer to it.` : 'Nothing else refers to it.'}
      </p>
      <Button size="small" onPress={() => focusDraft(key, toPointer(documentPath(root, draft.focus)))}>
        Go to the definition
      </Button>
    </div>
  );
}

interface DescriptionsProps {
  /** The rows of the parts. */
  readonly parts: readonly SchemaRow[];
  readonly onGo: (pointer: string) => void;
}

function Descriptions({ parts, onGo }: DescriptionsProps) {
  return (
    <div className={layout.rowCenteredWide}>
      <p className={layout.meta}>
        {parts.length} parts describe this field, and all of them apply. Edit it in one of them:
      </p>
      {parts.map(({ pointer, place }) => (
        <Button key={pointer} size="small" onPress={() => onGo(pointer)}>
          {capitalize(place.label)}
        </Button>
      ))}
    </div>
  );
}
