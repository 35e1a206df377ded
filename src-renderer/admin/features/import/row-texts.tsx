import type { ImportedEventType, ImportRow } from '../../../../src-server/contract/import-plan';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { CodeBlock } from '../../../ui/code-block';
import layout from '../../../ui/layout.module.css';
import { separatePart } from '../../../ui/separate-part';
import type { MonacoDiffProps } from '../../platform/editor/monaco-diff';

/** If the editor cannot be loaded, such as in a tab older than the server's files, both texts are shown. */
const MonacoDiff = separatePart<MonacoDiffProps>(
  () =>
    import('../../platform/editor/monaco-diff').then(
      ({ MonacoDiff }) => MonacoDiff,
      () => PlainTexts,
    ),
  PlainTexts,
);

/** A row as JSON, next to the catalog's version. */
export function RowTexts({ row }: { readonly row: ImportRow }) {
  if (row.after === null) return null;
  const after = toText(row.after);
  if (row.before === null) return <CodeBlock label="In the document" text={after} />;
  const before = toText(row.before);
  return <MonacoDiff label={`Changes of ${row.name} as text`} before={before} after={after} />;
}

function PlainTexts({ before, after }: MonacoDiffProps) {
  return (
    <div className={layout.shrinkingStack3}>
      <CodeBlock label="Catalog" text={before} />
      <CodeBlock label="Document" text={after} />
    </div>
  );
}

function toText(type: ImportedEventType): string {
  return stringifyOrdered(type, 2);
}
