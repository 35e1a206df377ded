import { MOST_IN_FLIGHT, MOST_WITHOUT_LIMIT } from '../../../../src-server/pacing/in-flight-cap';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import { counted, formatDuration, formatMs } from '../../parts/traffic/format-amount';
import type { SimulationOut } from './second-log';
import type { TrafficChoice } from './simulator-choice';
import { BURST_LEAD_S } from './traffic-shape';

/** The conclusion from a simulation. */
export interface Verdict {
  /** `calm`: nothing waits; `smoothed`: messages wait, and the queue recovers; `lost`: it does not. */
  readonly kind: 'calm' | 'smoothed' | 'lost';
  readonly text: string;
  /** What the numbers do not show; null: nothing. */
  readonly note: string | null;
}

/** Rates at the end are means over this many seconds. */
const END_S = 30;

export function verdictOf(
  traffic: TrafficChoice,
  queue: { readonly limit: number | null; readonly latencyMs: number },
  out: SimulationOut,
): Verdict {
  const judged = { burst: burstVerdict, steady: steadyVerdict, recorded: recordedVerdict }[traffic.kind];
  return { ...judged(traffic as never, out), note: receiverNote(queue, out) };
}

type Judged = Omit<Verdict, 'note'>;

function burstVerdict(traffic: TrafficChoice & { kind: 'burst' }, out: SimulationOut): Judged {
  const burst = `The burst of ${(traffic.perSecond * traffic.seconds).toLocaleString('en')}`;
  const longest = `Longest delay ${formatMs(out.longestDelayMs)}.`;
  if (out.heldUntilS === null) return { kind: 'calm', text: `${burst} is not delayed. ${longest}` };
  const [firstS, lastS] = [out.markedS[0] ?? null, out.markedS.at(-1) ?? null];
  const spread =
    firstS === null || lastS === null
      ? `${burst} is not fully sent after ${formatDuration(out.seconds.sends.length)}.`
      : `${burst} is spread over ${formatDuration(lastS - firstS)}.`;
  const endS = BURST_LEAD_S + traffic.seconds;
  if (out.isHeld) return { kind: 'lost', text: `${spread} ${stillHeld(out, traffic.base)}` };
  const recovers = `Recovers ${formatDuration(Math.max(0, out.heldUntilS - endS))} after the burst.`;
  return { kind: 'smoothed', text: `${spread} ${longest} ${recovers}` };
}

function steadyVerdict(traffic: TrafficChoice & { kind: 'steady' }, out: SimulationOut): Judged {
  const inPerS = traffic.perSecond;
  if (out.heldUntilS === null) {
    const longest = `Longest delay ${formatMs(out.longestDelayMs)}.`;
    return { kind: 'calm', text: `${shortRate(inPerS)}/s are sent without queueing. ${longest}` };
  }
  if (!out.isHeld) {
    const until = `No delay after ${formatDuration(out.heldUntilS)}.`;
    return { kind: 'smoothed', text: `Longest delay ${formatMs(out.longestDelayMs)}. ${until}` };
  }
  return { kind: 'lost', text: stillHeld(out, inPerS) };
}

function recordedVerdict(traffic: TrafficChoice & { kind: 'recorded' }, out: SimulationOut): Judged {
  const span = traffic.window === 'hour' ? 'the last hour' : 'the last five minutes';
  const all = `${counted(out.arrived, 'message')} of ${span}`;
  if (out.heldUntilS === null) {
    const leave = out.arrived === 1 ? 'is sent without queueing' : 'are sent without queueing';
    return { kind: 'calm', text: `${all} ${leave}. Longest delay ${formatMs(out.longestDelayMs)}.` };
  }
  const at = `, ${formatDuration(out.longestAtS)} after the start`;
  const longest = `${all}. Longest delay ${formatMs(out.longestDelayMs)}${at}.`;
  if (out.isHeld) {
    const wait = (out.arrived - out.sent).toLocaleString('en');
    return { kind: 'lost', text: `${longest} ${wait} are still waiting an hour after the end.` };
  }
  const shapeS = traffic.window === 'hour' ? 3600 : 300;
  const until =
    out.heldUntilS > shapeS
      ? `The queue is empty ${formatDuration(out.heldUntilS - shapeS)} after the end.`
      : `No delay after ${formatDuration(out.heldUntilS)}.`;
  return { kind: 'smoothed', text: `${longest} ${until}` };
}

/** What becomes of a queue that remains at the end if arrivals continue at this rate. */
function stillHeld(out: SimulationOut, inPerS: number): string {
  const sends = out.seconds.sends.slice(-END_S);
  const outPerS = sends.reduce((sum, count) => sum + count, 0) / Math.max(1, sends.length);
  const rates = `At ${shortRate(inPerS)}/s in and ${shortRate(outPerS)}/s out`;
  if (inPerS < outPerS) {
    const waiting = out.arrived - out.sent;
    const seconds = formatDuration(waiting / (outPerS - inPerS));
    return `Still waiting at the end: ${counted(waiting, 'message')}. ${rates}, the queue drains in about ${seconds} more.`;
  }
  const perS = outPerS > 0 ? (inPerS - outPerS) / outPerS : Number.POSITIVE_INFINITY;
  const growth = Number.isFinite(perS) ? `: ${inSeconds(perS)} more every second` : '';
  return `${rates}, the delay grows without end${growth}.`;
}

function inSeconds(seconds: number): string {
  return seconds < 0.1
    ? `${Number((seconds * 1000).toPrecision(2))} ms`
    : `${Number(seconds.toPrecision(2))} s`;
}

/** For the case that the receiver is what holds messages up. */
function receiverNote(
  { limit, latencyMs }: { readonly limit: number | null; readonly latencyMs: number },
  out: SimulationOut,
): string | null {
  if (out.heldUntilS === null || latencyMs === 0) return null;
  const atOnce = limit === null ? MOST_WITHOUT_LIMIT : MOST_IN_FLIGHT;
  const most = (atOnce * 1000) / latencyMs;
  if (limit !== null && most > limit) return null;
  return `The receiver is slower than the limit: ${atOnce} concurrent requests of ${formatMs(latencyMs)} each allow at most ${shortRate(most)}/s.`;
}
