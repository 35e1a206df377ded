import type { PublicLook } from '../../src-server/contract/public-catalog';
import { BlockMarkdown } from '../ui/block-markdown';
import styles from './public-catalog.module.css';

interface MastheadProps {
  readonly heading: string;
  /** How many event types the catalog has. */
  readonly count: number;
  readonly look: PublicLook | undefined;
}

/** The top of the first page: whose events these are, in the sender's own words. */
export function Masthead({ heading, count, look }: MastheadProps) {
  const types = count === 1 ? '1 event type' : `${count.toLocaleString('en')} event types`;
  const logo = look?.logo ?? null;
  const intro = look?.intro?.trim() ?? '';
  return (
    <header className={styles.masthead}>
      {/* Only an inline picture: the page may load nothing from elsewhere. */}
      {logo?.startsWith('data:image/') && <img className={styles.logo} src={logo} alt="" />}
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.lead}>
        {count === 0
          ? 'No event types are published yet.'
          : `${types}. Each event is sent as an HTTP POST request with a JSON body to the endpoints that subscribe to it.`}
      </p>
      {intro !== '' && (
        <div className={styles.intro}>
          <BlockMarkdown text={intro} topHeading={2} />
        </div>
      )}
    </header>
  );
}
