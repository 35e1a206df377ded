import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { SendSnippet } from '../../../shared/snippets/send-snippet';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useInstance, useTo } from '../../platform/instance';
import { useSetAddressValues } from '../../platform/use-address-value';
import { type BurstState, burstState } from './burst-state';
import { SAMPLE_EVENT_TYPE } from './sample-burst';
import { useSampleBurst } from './use-sample-burst';

const EVERY_MS = 1000;
/** How many attempts one page can contain. */
const ATTEMPTS_MAX = 250;

interface BurstGuideProps {
  readonly appId: string;
  readonly endpointId: string;
  /** Messages per second; null: no limit. */
  readonly limit: number | null;
  /** How many deliveries wait for the endpoint, as the page says; null: unknown. */
  readonly waiting: number | null;
}

/**
 * Tells the sender of a burst what is happening to it, and finally what happened. Renders nothing if no burst is in the
 * address.
 */
export function BurstGuide(props: BurstGuideProps) {
  const [parameters] = useSearchParams();
  const tag = parameters.get('burst');
  const of = Number(parameters.get('of'));
  if (!tag || !Number.isInteger(of) || of < 1 || of > ATTEMPTS_MAX) return null;
  return <Guide key={tag} {...props} tag={tag} of={of} />;
}

function Guide({
  appId,
  endpointId,
  limit,
  waiting,
  tag,
  of,
}: BurstGuideProps & { tag: string; of: number }) {
  const { id, api } = useInstance();
  const to = useTo();
  const setAddress = useSetAddressValues();
  const origin = useInstanceOrigin();
  const burst = useSampleBurst();
  const attempts = useQuery({
    queryKey: [id, 'burst', tag],
    queryFn: async ({ signal }) => {
      const query = { tag, limit: ATTEMPTS_MAX, with_content: false };
      const page = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        { path: { app: appId, endpoint: endpointId }, query },
        signal,
      );
      return burstState(page.data, of);
    },
    refetchInterval: ({ state }) => (state.data?.isDone ? false : EVERY_MS),
  });
  const close = () => setAddress({ burst: '', of: '' });
  const state = attempts.data;
  // The sentence of the page counts what waits: the receipt must not come before it.
  const isDone = state?.isDone === true && (waiting ?? 0) === 0;
  if (attempts.error && !state) {
    return <FailureNotice title="The deliveries could not be loaded" cause={attempts.error} />;
  }
  if (!state) return null;
  return (
    <section className={layout.stack2} aria-label="Your first messages" data-testid="burst-guide">
      {isDone ? (
        <Notice
          tone="done"
          title={receiptOf(state, of)}
          actions={
            <>
              <Button size="small" isDisabled={burst.isPending} needs="POST /sample" onPress={burst.begin}>
                {burst.isPending ? `${burst.accepted} of ${of} accepted` : `Send ${of} again`}
              </Button>
              <LinkButton size="small" to={to('deliveries')}>
                Show the attempts
              </LinkButton>
              <Button size="small" kind="quiet" onPress={close}>
                Close
              </Button>
            </>
          }
        >
          Your software sends with one call. The service keeps each receiver within its limit and drops
          nothing.
        </Notice>
      ) : (
        <Notice tone="info" title={`${of} messages were accepted at once.`}>
          {meaningOf(limit)}
        </Notice>
      )}
      {isDone && <SendSnippet origin={origin} app={appId} eventType={SAMPLE_EVENT_TYPE} />}
      {burst.error && <FailureNotice title="The messages were not sent again" cause={burst.error} />}
    </section>
  );
}

function receiptOf({ tookMs, worstSecond }: BurstState, of: number): string {
  const most = worstSecond === 1 ? 'never more than 1' : `never more than ${worstSecond}`;
  return `${of} delivered in ${(tookMs / 1000).toFixed(1)} s, ${most} in any second.`;
}

/** What the reader sees. It says no figures: those of the page are newer. */
function meaningOf(limit: number | null): string {
  if (limit === null) return 'Without a limit, they are sent as fast as the receiver responds.';
  return `The limit is ${limit} per second, so one message is sent every ${Math.round(1000 / limit)} ms. In the chart, the rate stays at the limit while the queue falls.`;
}
