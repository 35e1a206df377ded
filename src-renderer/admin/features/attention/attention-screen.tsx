import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import { useAttention } from '../../data/attention/use-attention';
import { useAttentionActs } from '../../parts/attention/use-attention-acts';
import { DeliveriesNav } from '../../parts/deliveries-nav';
import { counted } from '../../parts/traffic/format-amount';
import { useLive, useTo } from '../../platform/instance';
import { AttentionGrid } from './attention-grid';

/**
 * The endpoints that fail, were disabled because they did, or whose messages are delayed, and what can be done; and the
 * polling endpoints that are no longer polled.
 */
export function AttentionScreen() {
  const attention = useAttention(true);
  const { rows, silent, total = 0, omitted } = attention;
  const isEmpty = rows?.length === 0 && silent.length === 0;
  const { onAgain, onLimit, sheets } = useAttentionActs();
  const isLost = useLive(({ link }) => link === 'lost');
  return (
    <section className={layout.screen} aria-labelledby="attention-title">
      <title>Needs attention · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle} id="attention-title">
          Deliveries
        </h1>
        <DeliveriesNav />
      </header>
      {isLost && rows && (
        <p className={layout.connectionLost} role="status">
          Not live: the connection is lost. This is the last known state. Reconnecting.
        </p>
      )}
      {attention.error && !rows && (
        <FailureNotice
          title="What needs attention could not be loaded"
          cause={attention.error}
          onRetry={() => void attention.refetch()}
        />
      )}
      {attention.isPending && <Skeleton what="what needs attention" rows={4} />}
      {isEmpty && <Nothing />}
      {rows && !isEmpty && (
        <>
          <AttentionGrid
            rows={rows}
            silent={silent}
            onAgain={onAgain}
            onLimit={onLimit}
            onNearEnd={() => {
              if (attention.hasNextPage && !attention.isFetchingNextPage) void attention.fetchNextPage();
            }}
          />
          <p className={layout.screenFoot}>
            {omitted > 0 && `The ${(total - omitted).toLocaleString('en')} most urgent of `}
            {counted(total, 'endpoint')}. An endpoint leaves this list when a delivery succeeds, it is no
            longer delayed, or you disable it; a polling endpoint, when it is polled again.
          </p>
        </>
      )}
      {sheets}
      <p className="visually-hidden" role="status">
        {rows && `${counted(total, 'endpoint')} ${total === 1 ? 'needs' : 'need'} attention`}
      </p>
    </section>
  );
}

function Nothing() {
  const to = useTo();
  return (
    <EmptyState
      title="Nothing needs attention"
      actions={<LinkButton to={to('deliveries', 'live')}>Show all endpoints</LinkButton>}
    >
      <p>
        All endpoints are healthy. Failing and delayed endpoints show up here with the cause and what happens
        next.
      </p>
    </EmptyState>
  );
}
