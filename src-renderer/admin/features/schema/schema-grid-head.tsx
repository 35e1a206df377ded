import { COLUMNS, type Column } from './grid-keys';
import styles from './schema-grid.module.css';

const HEADS: Record<Column, string> = {
  key: 'Key',
  type: 'Type',
  required: 'Req.',
  constraints: 'Constraints',
  description: 'Description',
};

/** The column headings of the schema grid. */
export function SchemaGridHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: it has no actions */}
      <div role="row" aria-rowindex={1} className={styles.head}>
        {columns.map((column) => (
          // biome-ignore lint/a11y/useFocusableInteractive: it has no actions
          // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
          <div
            key={column}
            role="columnheader"
            aria-colindex={COLUMNS.indexOf(column) + 1}
            className={styles[column]}
            {...(column === 'required' ? { 'aria-label': 'Required' } : {})}
          >
            {HEADS[column]}
          </div>
        ))}
      </div>
    </div>
  );
}
