import type { ApiDescription } from '../../src-server/contract/api-description';
import { InlineMarkdown } from '../ui/inline-markdown';
import styles from './docs.module.css';
import { OperationArticle } from './operation-article';
import { placedOperations } from './placed-operation';
import { SchemaArticle } from './schema-article';

/** The element that "skip" leads to. No operation and no schema is called so. */
export const CONTENT_ID = '~content';

/** The whole documentation: what holds for all operations, the operations by group, the schemas. */
export function DocsPage({ api }: { readonly api: ApiDescription }) {
  const operations = placedOperations(api);
  const groups = api.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(api.components.schemas);
  const [server] = api.servers;
  return (
    <>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>{api.info.title}</h1>
        <p className={styles.facts}>
          Version {api.info.version} · {operations.length} operations below <code>{server?.url}</code> ·{' '}
          <a href={`${server?.url}/openapi.json`}>OpenAPI 3.1 document</a>
        </p>
        <div className={styles.introduction}>
          {api.info.description.split('\n\n').map((paragraph) => (
            <p key={paragraph}>
              <InlineMarkdown text={paragraph} />
            </p>
          ))}
        </div>
      </header>
      <div className={styles.layout}>
        <nav className={styles.index} aria-label="Operations and schemas">
          {groups.map((group) => (
            <div key={group.name}>
              <p className={styles.indexGroup}>
                <a href={`#${groupId(group.name)}`}>{group.name}</a>
              </p>
              <ul>
                {group.operations.map(({ method, operation }) => (
                  <li key={operation.operationId}>
                    <a className={styles.indexLink} href={`#${operation.operationId}`}>
                      <span className={styles.indexMethod}>{method}</span> {operation.operationId}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div>
            <p className={styles.indexGroup}>
              <a href={`#${groupId('Schemas')}`}>Schemas</a>
            </p>
            <ul>
              {schemas.map(([name]) => (
                <li key={name}>
                  <a className={styles.indexLink} href={`#${name}`}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <main id={CONTENT_ID} className={styles.content}>
          {groups.map((group) => (
            <section key={group.name}>
              <GroupHead name={group.name} text={group.description} />
              {group.operations.map((placed) => (
                <OperationArticle key={placed.operation.operationId} api={api} {...placed} />
              ))}
            </section>
          ))}
          <section>
            <GroupHead name="Schemas" text="What bodies look like. Each field has an address of its own." />
            {schemas.map(([name, schema]) => (
              <SchemaArticle key={name} api={api} name={name} schema={schema} />
            ))}
          </section>
        </main>
      </div>
    </>
  );
}

function GroupHead({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <header className={styles.group} id={groupId(name)}>
      <h2>{name}</h2>
      <p className={styles.quiet}>{text}</p>
    </header>
  );
}

/** Begins with "~", as no operation and no schema does. */
function groupId(name: string): string {
  return `~${name.toLowerCase().replaceAll(' ', '-')}`;
}
