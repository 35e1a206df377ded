import styles from './docs.module.css';
import { SchemaFields, type SchemaFieldsProps } from './schema-fields';

/** One schema with its fields. */
export function SchemaArticle(props: SchemaFieldsProps) {
  const { name, schema } = props;
  const { properties } = schema;
  const isEmpty =
    typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
  return (
    <article id={name} className={styles.article}>
      <h3 className={styles.name}>
        <a className={styles.nameLink} href={`#${name}`}>
          <code>{name}</code>
        </a>
      </h3>
      {isEmpty ? <p className={styles.quiet}>An object without fields.</p> : <SchemaFields {...props} />}
    </article>
  );
}
