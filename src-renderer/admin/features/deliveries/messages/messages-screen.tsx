import { ArrowUpToLine } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { EmptyState } from '../../../../ui/empty-state';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { Skeleton } from '../../../../ui/skeleton';
import {
  isNarrowed,
  MESSAGE_FILTER_NAMES,
  type MessageFilter,
  readMessageFilter,
} from '../../../data/message-filter';
import { useAllMessages, useFindMessage } from '../../../data/use-all-messages';
import { DeliveriesNav } from '../../../parts/deliveries-nav';
import { focusScreen } from '../../../platform/commands/panes';
import { useTo } from '../../../platform/instance';
import { useSetAddressValues } from '../../../platform/use-address-value';
import { MessageFilters } from './message-filters';
import { MessageGrid } from './message-grid';
import { searchedLabel } from './searched-label';

/** Every message that was accepted, whether it was sent anywhere or not. */
export function MessagesScreen() {
  const [parameters] = useSearchParams();
  const filter = useMemo(() => readMessageFilter(parameters), [parameters]);
  const [isAway, setAway] = useState(false);
  const messages = useAllMessages(filter, !isAway);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = messages;
  const section = useRef<HTMLElement>(null);
  const open = useOpenMessage();
  const find = useFindMessage();
  const openFirst = (text: string) => {
    if (text.trim() === '') return;
    whenDone(find.mutateAsync({ text, filter }), (message) => {
      if (message) open(message);
    });
  };
  const readOn = useCallback(() => {
    if (messages.isLastFull && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [messages.isLastFull, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isBounded = hasNextPage && !messages.isLastFull;
  return (
    <section className={layout.screen} aria-label="Messages" ref={section} data-pane="">
      <title>Messages · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle}>Deliveries</h1>
        <DeliveriesNav />
        {isAway && (
          <Button
            size="small"
            icon={<ArrowUpToLine aria-hidden />}
            onPress={() => section.current?.querySelector('[role=grid]')?.scrollTo({ top: 0 })}
          >
            Newest
          </Button>
        )}
        <MessageFilters filter={filter} onSubmit={openFirst} />
      </header>
      {messages.error && (
        <FailureNotice
          title="The messages could not be loaded"
          cause={messages.error}
          onRetry={() => void messages.refetch()}
        />
      )}
      {messages.isPending && <Skeleton what="the messages" rows={8} />}
      {rows && rows.length > 0 && (
        <MessageGrid messages={rows} onOpen={open} onNearEnd={readOn} onScrolled={setAway} />
      )}
      {rows?.length === 0 && <Nothing searched={searchedLabel(messages)} filter={filter} />}
      {rows && (rows.length > 0 || isBounded) && (
        <p className={layout.screenFoot} role="status">
          {rows.length > 0 && `${searchedLabel(messages)} `}
          {isFetchingNextPage && 'Searching older messages.'}
          {isBounded && !isFetchingNextPage && (
            <Button kind="quiet" size="small" onPress={() => void fetchNextPage()}>
              Search further back
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

function useOpenMessage() {
  const to = useTo();
  const navigate = useNavigate();
  return ({ appId, id }: FleetMessageOut) => {
    void navigate(to('deliveries', 'messages', appId, id));
    requestAnimationFrame(focusScreen);
  };
}

interface NothingProps {
  /** How far back was searched, in words. */
  readonly searched: string;
  readonly filter: MessageFilter;
}

function Nothing({ searched, filter }: NothingProps) {
  const to = useTo();
  const set = useSetAddressValues();
  if (isNarrowed(filter)) {
    const clear = () => set(Object.fromEntries(MESSAGE_FILTER_NAMES.map((name) => [name, ''])));
    return (
      <EmptyState title="No message matches" actions={<Button onPress={clear}>Clear the filters</Button>}>
        <p>{searched}</p>
        {filter.q !== '' && (
          <p>
            {filter.payload === '1'
              ? 'Searches ids, event type, tags, application and payloads.'
              : 'Searches ids, event type, tags and application. Choose “In payloads” to search payloads too.'}
          </p>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No messages yet"
      actions={
        <LinkButton needs="POST /app/{app}/msg" kind="primary" to={to('send')}>
          Send a message
        </LinkButton>
      }
    >
      <p>
        Each accepted message appears here, with the outcome at each endpoint, even if no endpoint receives
        it.
      </p>
    </EmptyState>
  );
}
