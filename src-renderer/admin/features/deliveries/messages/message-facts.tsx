import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { exactTime } from '../../../../../src-server/contract/local-time';
import type { MessageOut } from '../../../../../src-server/contract/message';
import { CopyButton } from '../../../../ui/copy-button';
import { Time } from '../../../../ui/time';
import { useApplication } from '../../../data/use-applications';
import { useTo } from '../../../platform/instance';
import facts from '../facts.module.css';

interface MessageFactsProps {
  readonly appId: string;
  readonly message: Omit<MessageOut, 'payload'>;
}

/** What is on record of a message itself: ids to copy, type, tags, channels, times, trace. */
export function MessageFacts({ appId, message }: MessageFactsProps) {
  const to = useTo();
  const application = useApplication(appId).data;
  const { id, eventId, eventType, traceId, timestamp, deliverAt, tags, channels } = message;
  return (
    <section aria-label="Facts">
      <dl className={facts.facts}>
        <Fact term="Message">
          <code>{id}</code>
          <CopyButton text={id} what="message id" />
        </Fact>
        {eventId && (
          <Fact term="Event id">
            <code>{eventId}</code>
            <CopyButton text={eventId} what="event id" />
          </Fact>
        )}
        <Fact term="Event type">
          <Link to={to('catalog', eventType)}>
            <code>{eventType}</code>
          </Link>
        </Fact>
        <Fact term="Application">
          <Link to={to('apps', appId)}>{application?.name ?? appId}</Link>
        </Fact>
        <Fact term="Accepted">
          <span>
            {exactTime(Date.parse(timestamp))}, <Time at={timestamp} />
          </span>
        </Fact>
        {deliverAt && (
          <Fact term="Deliver at">
            <span>
              {exactTime(Date.parse(deliverAt))}, <Time at={deliverAt} as="ahead" />
            </span>
          </Fact>
        )}
        {channels && channels.length > 0 && <Fact term="Channels">{channels.join(', ')}</Fact>}
        {tags && tags.length > 0 && <Fact term="Tags">{tags.join(', ')}</Fact>}
        {traceId && (
          <Fact term="Trace">
            <Link
              to={`${to('deliveries', 'messages')}?q=${traceId}`}
              aria-label={`Messages of trace ${traceId}`}
            >
              <code>{traceId}</code>
            </Link>
            <CopyButton text={traceId} what="trace id" />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
