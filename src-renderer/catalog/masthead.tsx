import { Fragment } from 'react';
import { type PublicLook, TYPES_FILES } from '../../src-server/contract/public-catalog';
import { BlockMarkdown } from '../ui/block-markdown';
import styles from './public-catalog.module.css';
import { VERIFY_ID } from './verify-section';

export interface MastheadProps {
  readonly heading: string;
  /** How many event types the catalog has. */
  readonly count: number;
  readonly look: PublicLook | undefined;
  /** Where most readers go; empty: nowhere in particular. */
  readonly groups: readonly { readonly title: string; readonly href: string; readonly count: number }[];
}

/** The top of the first page: whose events these are, in the sender's own words. */
export function Masthead({ heading, count, look, groups }: MastheadProps) {
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
      <p className={styles.lead}>
        Download types: <a href={TYPES_FILES.openapi}>OpenAPI</a>,{' '}
        <a href={TYPES_FILES['json-schema']}>JSON Schema</a>, <a href={TYPES_FILES.typescript}>TypeScript</a>
      </p>
      {intro !== '' && (
        <div className={styles.intro}>
          <BlockMarkdown text={intro} topHeading={2} />
        </div>
      )}
      {count > 0 && (
        <div className={styles.intro}>
          <h2>How to receive them</h2>
          <ol>
            <li>Add an endpoint, which is a URL of yours, and choose the event types that it receives.</li>
            <li>
              <a href={`#${VERIFY_ID}`}>Verify the signature</a> of each request with the secret of the
              endpoint.
            </li>
            <li>
              Respond with any 2xx status as soon as you have stored the event. Otherwise it is sent again
              later, so that the same event may arrive twice.
            </li>
          </ol>
        </div>
      )}
      {groups.length > 0 && (
        <p className={styles.lead}>
          Largest groups:{' '}
          {groups.map(({ title, href, count: size }, at) => (
            <Fragment key={href}>
              {at > 0 && ', '}
              <a href={href}>{title}</a> ({size})
            </Fragment>
          ))}
        </p>
      )}
    </header>
  );
}
