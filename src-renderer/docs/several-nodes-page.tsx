import { BlockMarkdown } from '../ui/block-markdown';
import styles from './docs.module.css';
import { SEVERAL_NODES } from './several-nodes';

/** Where it is, below the first page. */
export const SEVERAL_NODES_PATH = 'several-nodes';
export const SEVERAL_NODES_TITLE = 'Several nodes';

/** For whoever runs the service: when and how several servers share a database, and what that promises. */
export function SeveralNodesPage() {
  return (
    <>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>{SEVERAL_NODES_TITLE}</h1>
        <p className={styles.facts}>
          Several servers on one PostgreSQL: each accepts messages, and each sends to a part of the endpoints.
        </p>
      </header>
      {SEVERAL_NODES.map(({ id, title, text }) => (
        <section key={id} id={id} className={styles.prose}>
          <h2>
            <a className={styles.nameLink} href={`#${id}`}>
              {title}
            </a>
          </h2>
          <BlockMarkdown text={text} topHeading={4} />
        </section>
      ))}
    </>
  );
}
