import layout from '../../../../ui/layout.module.css';
import type { SampleField } from '../model/sample-fields';
import styles from './schema-sheets.module.css';

/** More rows than anybody reads; the number of the rest is said. */
const SHOWN_MAX = 300;

/** The fields of a sample with their types, and what happens to each: before anything happens. */
export function SampleTable({ fields }: { readonly fields: readonly SampleField[] }) {
  const more = fields.length - SHOWN_MAX;
  return (
    <>
      <table className={styles.table} aria-label="Fields of the sample">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">In the schema</th>
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, SHOWN_MAX).map((field) => (
            <tr key={field.name} data-state={field.state}>
              <th scope="row">
                <code translate="no">{field.name}</code>
              </th>
              <td>{field.type}</td>
              <td>{field.required ? 'required' : 'optional'}</td>
              <td>{effectOf(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={layout.meta}>And {more} more.</p>}
    </>
  );
}

function effectOf({ state, before }: SampleField): string {
  switch (state) {
    case 'new':
      return 'new';
    case 'same':
      return 'already there';
    case 'kept':
      return before?.startsWith('absent') ? `${before}, not added` : `stays ${before}`;
    case 'changed':
      return `was ${before}`;
    case 'removed':
      return 'removed';
  }
}
