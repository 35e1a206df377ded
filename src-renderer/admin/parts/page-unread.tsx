import { Unread, type UnreadProps } from '../../ui/unread';
import styles from './settings.module.css';

interface PageUnreadProps {
  /** The heading of the page. */
  readonly title: string;
  /** What is being read: "the settings". */
  readonly what: string;
  readonly query: UnreadProps['query'];
}

/**
 * A page of the settings that is still loading, or that could not be loaded. Its heading is already there, so that
 * nothing jumps.
 */
export function PageUnread({ title, what, query }: PageUnreadProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <Unread what={what} query={query} />
    </section>
  );
}
