import type { ApiDescription } from '../../src-server/contract/api-description';
import styles from './docs.module.css';
import { OperationArticle } from './operation-article';
import { placedOperations } from './placed-operation';

interface GroupPageProps {
  readonly api: ApiDescription;
  readonly tag: ApiDescription['tags'][number];
}

/** The operations of one resource, in full. */
export function GroupPage({ api, tag }: GroupPageProps) {
  return (
    <>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>{tag.name}</h1>
        <p className={styles.facts}>{tag.description}</p>
      </header>
      {placedOperations(api)
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map((placed) => (
          <OperationArticle key={placed.operation.operationId} api={api} {...placed} />
        ))}
    </>
  );
}
