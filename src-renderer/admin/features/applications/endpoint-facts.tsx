import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { ENDPOINT_WORDS } from '../../../shared/endpoint/edited-endpoint';
import { filterText } from '../../../shared/endpoint/filter-text';
import { effectiveLimit } from '../../../shared/endpoint/rate-limit';
import { CodeBlock } from '../../../ui/code-block';
import { CopyButton } from '../../../ui/copy-button';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import styles from './detail.module.css';

interface EndpointFactsProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
}

/** What an endpoint receives, how fast and in which order. */
export function EndpointFacts({ application, endpoint }: EndpointFactsProps) {
  return (
    <section className={layout.stack3} aria-labelledby="settings-title">
      <div className={styles.sectionHead}>
        <h3 id="settings-title">Settings</h3>
      </div>
      <dl className={`${layout.grid} ${layout.mutedTerms} ${styles.facts}`}>
        <dt>Receives</dt>
        <dd className={styles.types}>
          {endpoint.filterGroups?.map((group) => (
            <span key={group}>all of {group}, including future ones</span>
          ))}
          {endpoint.filterTypes?.map((name) => (
            <NameLockup key={name} name={name} />
          ))}
          {!endpoint.filterTypes && !endpoint.filterGroups && 'All events, including future ones'}
        </dd>
        <dt>Rate limit</dt>
        <dd>{effectiveLimit(endpoint.rateLimit, application)}</dd>
        {endpoint.ordered && (
          <>
            <dt>{ENDPOINT_WORDS.order.label}</dt>
            <dd>{ENDPOINT_WORDS.order.strict.label}</dd>
          </>
        )}
        {endpoint.eventTypeNotices && (
          <>
            <dt>{ENDPOINT_WORDS.notices.label}</dt>
            <dd>{ENDPOINT_WORDS.notices.tell}</dd>
          </>
        )}
        {endpoint.channels && (
          <>
            <dt>Channels</dt>
            <dd>{endpoint.channels.join(', ')}</dd>
          </>
        )}
        {endpoint.filter && (
          <>
            <dt>{ENDPOINT_WORDS.filter.label}</dt>
            <dd>
              <CodeBlock text={filterText(endpoint.filter)} label="JSON" maxHeight="240px" />
            </dd>
          </>
        )}
        <dt>Identifier</dt>
        <dd>
          <code>{endpoint.id}</code>
          <CopyButton text={endpoint.id} what="identifier" />
        </dd>
      </dl>
    </section>
  );
}
