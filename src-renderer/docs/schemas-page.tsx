import type { ApiDescription } from '../../src-server/contract/api-description';
import styles from './docs.module.css';
import { schemaHref, schemaNames } from './docs-address';

/** The names of all schemas; each has its own page. */
export function SchemasPage({ api }: { readonly api: ApiDescription }) {
  return (
    <>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>Schemas</h1>
        <p className={styles.facts}>The bodies of requests and responses. Each field has its own link.</p>
      </header>
      <ul className={styles.names}>
        {schemaNames(api).map((name) => (
          <li key={name}>
            <a className={styles.overviewLink} href={schemaHref(name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
