import type { ApiDescription } from '../../src-server/contract/api-description';
import shell from '../shared/static-page/static-page.module.css';
import { InlineMarkdown } from '../ui/inline-markdown';
import styles from './docs.module.css';
import { DOCS_HOME, groupPath, operationHref } from './docs-address';
import type { Guide } from './guides';
import { placedOperations } from './placed-operation';
import { SendExamples } from './send-examples';

interface OverviewPageProps {
  readonly api: ApiDescription;
  readonly guides: readonly Guide[];
}

/** The first page: the guides, what applies to all operations, and each operation in one line. */
export function OverviewPage({ api, guides }: OverviewPageProps) {
  const operations = placedOperations(api);
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
      <section className={styles.group}>
        <h2>Guides</h2>
        <ul className={styles.overview}>
          {guides.map(({ path, title, lead }) => (
            <li key={path}>
              <a className={styles.guideLink} href={`${DOCS_HOME}${path}`}>
                {title}
              </a>{' '}
              <span className={styles.quiet}>
                <InlineMarkdown text={lead} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <SendExamples />
      {api.tags.map(({ name, description }) => (
        <section key={name} className={styles.group}>
          <h2>
            <a className={shell.nameLink} href={`${DOCS_HOME}${groupPath(name)}`}>
              {name}
            </a>
          </h2>
          <p className={styles.quiet}>{description}</p>
          <ul className={styles.overview}>
            {operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ method, path, operation }) => (
                <li key={operation.operationId}>
                  <a className={styles.overviewLink} href={operationHref(operation)}>
                    <span className={styles.method}>{method}</span> {path}
                  </a>{' '}
                  <span className={styles.quiet}>
                    <InlineMarkdown text={operation.summary} />
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
