import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { pathSegment } from '../../../src-server/contract/path-segment';
import { filterText } from '../../shared/endpoint/filter-text';
import { deprecationLabel } from '../../shared/event-types/deprecation-label';
import { namesBeside } from '../../shared/event-types/names-beside';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Time } from '../../ui/time';
import { useUiLabels } from '../../ui/ui-labels';
import { withinSentence } from '../../ui/within-sentence';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels, useLook } from '../look/look-context';
import styles from './portal-endpoints.module.css';

interface EndpointFactsProps {
  readonly endpoint: EndpointOut;
  readonly pace: PaceOut | undefined;
}

/** What an endpoint receives, how fast, and since when. */
export function EndpointFacts({ endpoint, pace }: EndpointFactsProps) {
  const { settings } = useLook();
  const labels = useLabels();
  const { facts } = labels.endpoints;
  return (
    <dl className={layout.gridStack2}>
      <Fact word={facts.events}>
        <Events endpoint={endpoint} />
      </Fact>
      {endpoint.channels && (
        <Fact word={settings.enableChannels ? labels.channels.many : labels.channels.one}>
          {endpoint.channels.join(', ')}
        </Fact>
      )}
      {endpoint.filter && (
        <Fact word={labels.endpoints.form.filter.label}>
          <CodeBlock text={filterText(endpoint.filter)} label={labels.messages.json} maxHeight="240px" />
        </Fact>
      )}
      <Fact word={facts.speed}>
        {endpoint.rateLimit !== null
          ? facts.own({ rate: endpoint.rateLimit })
          : pace?.rateLimit
            ? facts.inherited({ rate: pace.rateLimit })
            : facts.none}
      </Fact>
      {endpoint.ordered && (
        <Fact word={labels.endpoints.form.order.label}>{labels.endpoints.form.order.strict.label}</Fact>
      )}
      {endpoint.eventTypeNotices && (
        <Fact word={labels.endpoints.form.notices.label}>{labels.endpoints.form.notices.tell}</Fact>
      )}
      <Fact word={facts.added}>
        <Time at={endpoint.createdAt} />
      </Fact>
      <Fact word={facts.id}>
        <code>{endpoint.id}</code>{' '}
        <CopyButton text={endpoint.id} what={withinSentence(facts.id, labels.locale)} />
      </Fact>
    </dl>
  );
}

/** Names the customer cannot see are shown like the others, or only counted, depending on the settings. */
export function Events({
  endpoint: { filterTypes, filterGroups },
}: {
  readonly endpoint: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>;
}) {
  const { settings } = useLook();
  const { catalog, endpoints: labels } = useLabels();
  const { locale } = useUiLabels();
  const types = useEventTypes();
  if (!filterTypes && !filterGroups) return labels.allEventsLater;
  const known = new Map(types.data?.map((type) => [type.name, type]));
  const names = namesBeside({ filterTypes, filterGroups });
  const shown = names.filter((name) => settings.portalShowHiddenTypes || known.has(name));
  const hidden = types.data ? names.length - shown.length : 0;
  return (
    <ul className={styles.names}>
      {filterGroups?.map((group) => (
        <li key={`/${group}`}>{labels.wholeGroup({ group })}</li>
      ))}
      {shown.map((name) => {
        const type = known.get(name);
        return (
          <li key={name}>
            {type ? (
              <Link to={`/catalog/${pathSegment(name)}`} className={layout.ink ?? ''}>
                <NameLockup name={name} />
              </Link>
            ) : (
              <NameLockup name={name} />
            )}
            {type?.deprecated && (
              <span className={layout.waitingMeta}> {deprecationLabel(type, catalog, locale)}</span>
            )}
          </li>
        );
      })}
      {hidden > 0 && <li className={layout.muted}>{labels.hiddenTypes({ count: hidden })}</li>}
    </ul>
  );
}

/** A word, and what it says. */
export function Fact({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
