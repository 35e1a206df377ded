import type { ReactNode } from 'react';
import type { ApiDescription } from '../../src-server/contract/api-description';
import { SearchBox } from '../shared/static-page/search-box';
import shell from '../shared/static-page/static-page.module.css';
import styles from './docs.module.css';
import { DOCS_HOME, groupPath, operationHref } from './docs-address';
import type { Guide } from './guides';
import { placedOperations } from './placed-operation';

/** The target of the "skip" link. No operation and no schema has this name. */
const CONTENT_ID = '~content';
/** The page that lists all schemas, below the first page. */
export const SCHEMAS_PATH = 'schemas';

interface DocsFrameProps {
  readonly api: ApiDescription;
  readonly guides: readonly Guide[];
  /** The page, below the first one; the index has its section open. */
  readonly path: string;
  /** True: there is a script for the search. */
  readonly canSearch: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: the index with the search, and a link to skip them. */
export function DocsFrame({ api, guides, path, canSearch, children }: DocsFrameProps) {
  return (
    <>
      <a className={shell.skip} href={`#${CONTENT_ID}`}>
        Skip to the content
      </a>
      <div className={styles.layout}>
        <div className={shell.side}>
          {canSearch && <SearchBox label="Search the documentation" />}
          <nav aria-label="Documentation">
            <IndexLink href={DOCS_HOME} isCurrent={path === ''}>
              {api.info.title}
            </IndexLink>
            <p className={styles.indexHeading}>Guides</p>
            {guides.map((guide) => (
              <IndexLink key={guide.path} href={`${DOCS_HOME}${guide.path}`} isCurrent={path === guide.path}>
                {guide.title}
              </IndexLink>
            ))}
            <p className={styles.indexHeading}>Operations</p>
            {api.tags.map(({ name }) => (
              <div key={name}>
                <IndexLink href={`${DOCS_HOME}${groupPath(name)}`} isCurrent={path === groupPath(name)}>
                  {name}
                </IndexLink>
                {path === groupPath(name) && <Operations api={api} tag={name} />}
              </div>
            ))}
            <IndexLink href={`${DOCS_HOME}${SCHEMAS_PATH}`} isCurrent={path === SCHEMAS_PATH}>
              Schemas
            </IndexLink>
          </nav>
        </div>
        <main id={CONTENT_ID} className={styles.content}>
          {children}
        </main>
      </div>
    </>
  );
}

interface IndexLinkProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function IndexLink({ href, isCurrent, children }: IndexLinkProps) {
  return (
    <a className={styles.indexGroup} href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

function Operations({ api, tag }: { readonly api: ApiDescription; readonly tag: string }) {
  const operations = placedOperations(api).filter(({ operation }) => operation.tags.includes(tag));
  return (
    <ul className={styles.indexList}>
      {operations.map(({ method, operation }) => (
        <li key={operation.operationId}>
          <a className={styles.indexLink} href={operationHref(operation)}>
            <span className={styles.indexMethod}>{method}</span> {operation.operationId}
          </a>
        </li>
      ))}
    </ul>
  );
}
