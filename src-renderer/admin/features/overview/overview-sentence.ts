import type { HealthOut } from '../../../../src-server/contract/health';
import { localTime } from '../../../../src-server/contract/local-time';
import { networkSentence } from '../../../../src-server/contract/network-sentence';
import type { OverviewOut } from '../../../../src-server/contract/overview';
import type { ApiFailure } from '../../../api/api-failure';
import { silentPollers } from '../../data/attention/silent-pollers';
import { counted } from '../../parts/traffic/format-amount';

interface OverviewFacts {
  readonly overview: Pick<OverviewOut, 'sending' | 'attention' | 'waiting'>;
  /** True: the live stream is interrupted. */
  readonly isLost: boolean;
  /** Its last response (null: no body; undefined: none yet), and why the newest one is missing. */
  readonly health: { readonly data: HealthOut | null | undefined; readonly error: ApiFailure | null };
}

interface OverviewSentence {
  readonly tone: 'failed' | 'waiting' | 'neutral';
  readonly text: string;
}

/** How the instance is, in a sentence: the worst that is true of it. */
export function overviewSentence(
  { overview, isLost, health }: OverviewFacts,
  nowMs: number,
): OverviewSentence {
  const { sending, attention, waiting } = overview;
  const { data, error } = health;
  if (error?.status === 503) return { tone: 'failed', text: error.detail };
  if (error || isLost)
    return { tone: 'failed', text: 'The connection is lost. This is the last known state.' };
  if (sending.since !== null) {
    const since = localTime(Date.parse(sending.since), nowMs);
    const what = `${counted(waiting, 'delivery', 'deliveries')} waiting`;
    return { tone: 'waiting', text: `All sending has been paused since ${since}. ${what}; nothing is lost.` };
  }
  const offline = data?.network ? networkSentence(data.network, nowMs) : null;
  if (offline !== null) return { tone: 'waiting', text: offline };
  if (data?.status === 'degraded' && data.detail) return { tone: 'waiting', text: data.detail };
  const total = attention.total + silentPollers(attention.silent).length;
  if (total > 0) {
    const verb = total === 1 ? 'needs' : 'need';
    return { tone: 'failed', text: `${counted(total, 'endpoint')} ${verb} attention.` };
  }
  return { tone: 'neutral', text: 'The service is running, and no endpoint needs attention.' };
}
