import { useState } from 'react';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { useEndpoint } from '../../../shared/endpoint/use-endpoints';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Sheet } from '../../../ui/sheet';
import { Skeleton } from '../../../ui/skeleton';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';
import { useApplication } from '../../data/use-applications';
import { useAttention } from '../../data/use-attention';
import { AgainSheet } from '../../parts/again-sheet';
import { ChangeLimit } from '../../parts/change-limit';
import { DeliveriesNav } from '../../parts/deliveries-nav';
import { counted } from '../../parts/traffic/format-amount';
import { useLive, useTo } from '../../platform/instance';
import { AttentionGrid } from './attention-grid';

/** The endpoints that fail, were disabled because they did, or whose messages are delayed, and what can be done. */
export function AttentionScreen() {
  const attention = useAttention(true);
  const { rows, total = 0, omitted } = attention;
  const [again, setAgain] = useState<AgainRequest | null>(null);
  const [limited, setLimited] = useState<AttentionOut | null>(null);
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
          title="What needs attention could not be read"
          cause={attention.error}
          onRetry={() => void attention.refetch()}
        />
      )}
      {attention.isPending && <Skeleton what="what needs attention" rows={4} />}
      {rows?.length === 0 && <Nothing />}
      {rows && rows.length > 0 && (
        <>
          <AttentionGrid
            rows={rows}
            onAgain={({ appId, endpointId, url }) =>
              setAgain(againOfEndpoint({ appId, endpointId, url }, null, Date.now()))
            }
            onLimit={setLimited}
            onNearEnd={() => {
              if (attention.hasNextPage && !attention.isFetchingNextPage) void attention.fetchNextPage();
            }}
          />
          <p className={layout.screenFoot}>
            {omitted > 0 && `The ${(total - omitted).toLocaleString('en')} most urgent of `}
            {counted(total, 'endpoint')}. An endpoint leaves this list when a delivery succeeds, it is no
            longer delayed, or you disable it.
          </p>
        </>
      )}
      {/* Not in its row, which goes with the first success. */}
      {limited && <LimitOf row={limited} onClose={() => setLimited(null)} />}
      {again && <AgainSheet request={again} onClose={() => setAgain(null)} />}
      <p className="visually-hidden" role="status">
        {rows && `${counted(total, 'endpoint')} ${total === 1 ? 'needs' : 'need'} attention`}
      </p>
    </section>
  );
}

function LimitOf({ row, onClose }: { readonly row: AttentionOut; readonly onClose: () => void }) {
  const application = useApplication(row.appId);
  const endpoint = useEndpoint(row.appId, row.endpointId);
  if (application.data && endpoint.data)
    return <ChangeLimit application={application.data} endpoint={endpoint.data} onClose={onClose} />;
  const unread = [application, endpoint].filter(({ error }) => error !== null);
  if (unread.length === 0) return null;
  return (
    <Sheet title="Change the limit" placement="center" onClose={onClose}>
      <FailureNotice
        title="The limit could not be read"
        cause={unread[0]?.error}
        onRetry={() => {
          for (const { refetch } of unread) void refetch();
        }}
      />
    </Sheet>
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
