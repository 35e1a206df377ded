import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import type { ReplayScope } from '../../../src-server/contract/replay-scopes';
import type { ReplayTarget } from './replay-choice';

/** What one scope has at one endpoint. */
export interface TargetCount {
  readonly target: ReplayTarget;
  readonly estimate: ReplayEstimateOut;
}

/** What one scope has at all endpoints. */
export interface ScopeCount {
  readonly scope: ReplayScope;
  readonly counts: readonly TargetCount[];
}

/** What would be sent, and what would not. */
interface CountSum {
  /** At endpoints that accept it. */
  readonly messages: number;
  readonly contentRemoved: number;
  readonly alreadyWaiting: number;
  /** Until all are sent. Endpoints are sent to side by side, so the slowest counts. Null: no limit, or paused. */
  readonly seconds: number | null;
  /** The limit, in messages per second, where a single one applies. Null: none, or several. */
  readonly rateLimit: number | null;
  /** True: some would wait until their endpoint is resumed. */
  readonly isPaused: boolean;
}

/** The sum over scopes and endpoints. A disabled endpoint accepts nothing, and adds nothing. */
export function sumOfCounts(scopes: readonly ScopeCount[]): CountSum {
  const accepting = byEndpoint(scopes).filter(({ held }) => held !== 'disabled');
  const busy = accepting.filter(({ messages }) => messages > 0);
  const seconds = busy.map((sum) => sum.seconds);
  const limits = new Set(busy.map((sum) => sum.rateLimit));
  return {
    messages: sum(busy.map(({ messages }) => messages)),
    contentRemoved: sum(accepting.map((sum) => sum.contentRemoved)),
    alreadyWaiting: sum(accepting.map((sum) => sum.alreadyWaiting)),
    seconds: seconds.includes(null) ? null : Math.max(0, ...(seconds as number[])),
    rateLimit: limits.size === 1 ? ([...limits][0] ?? null) : null,
    isPaused: busy.some(({ held }) => held === 'paused'),
  };
}

/** One endpoint, over several scopes. */
interface EndpointSum extends Omit<CountSum, 'isPaused'> {
  readonly target: ReplayTarget;
  readonly held: ReplayEstimateOut['held'];
}

/** The sums of each endpoint, in the order of the targets. */
export function byEndpoint(scopes: readonly ScopeCount[]): readonly EndpointSum[] {
  const found = new Map<string, TargetCount[]>();
  for (const count of scopes.flatMap(({ counts }) => counts)) {
    found.set(count.target.endpointId, [...(found.get(count.target.endpointId) ?? []), count]);
  }
  return [...found.values()].flatMap((counts) => {
    const [first] = counts;
    if (!first) return [];
    const estimates = counts.map(({ estimate }) => estimate);
    const { rateLimit, held } = first.estimate;
    return {
      target: first.target,
      held,
      rateLimit,
      messages: sum(estimates.map((estimate) => estimate.messages)),
      contentRemoved: sum(estimates.map((estimate) => estimate.skipped.contentRemoved)),
      alreadyWaiting: sum(estimates.map((estimate) => estimate.skipped.alreadyWaiting)),
      seconds: secondsOf(estimates, rateLimit),
    };
  });
}

/** All scopes one after the other: what is due already, or holds them up, counts once. */
function secondsOf(estimates: readonly ReplayEstimateOut[], rateLimit: number | null): number | null {
  if (rateLimit === null || estimates.some(({ estimatedSeconds }) => estimatedSeconds === null)) return null;
  const own = estimates.map(({ messages }) => messages / rateLimit);
  const before = estimates.map((estimate, n) => (estimate.estimatedSeconds ?? 0) - (own[n] ?? 0));
  return Math.ceil(sum(own) + Math.max(0, Math.min(...before)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
