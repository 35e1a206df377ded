import { anchorOf } from '../shared/schema-view/anchor-of';
import styles from './docs.module.css';
import { SchemaFields, type SchemaFieldsProps } from './schema-fields';

/** One schema with its fields. */
export function SchemaPage(props: SchemaFieldsProps) {
  const { name, schema } = props;
  const { properties } = schema;
  const isEmpty =
    typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
  return (
    <article id={anchorOf(name)}>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>
          <code>{name}</code>
        </h1>
      </header>
      {isEmpty ? <p className={styles.quiet}>An object without fields.</p> : <SchemaFields {...props} />}
    </article>
  );
}
