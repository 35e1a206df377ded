import type { SimulationIn } from './simulate';
import { LONGEST_S, type TrafficChoice } from './simulator-choice';
import { BURST_LEAD_S, burstShape, steadyShape, type TrafficShape } from './traffic-shape';

/** How long a queue that grows forever is simulated after a burst, in seconds. */
const GROWTH_S = 120;

/**
 * The simulation input for a choice of traffic.
 * @param recorded what the chosen endpoint actually received; empty for other kinds of traffic
 */
export function simulationInput(
  traffic: TrafficChoice,
  recorded: TrafficShape,
  queue: Pick<SimulationIn, 'limit' | 'latencyMs'>,
): SimulationIn {
  if (traffic.kind === 'steady') {
    const shape = steadyShape(traffic.perSecond, traffic.seconds);
    return { ...queue, shape, calmFromS: null, extraS: 0, marks: [] };
  }
  if (traffic.kind === 'recorded') {
    return { ...queue, shape: recorded, calmFromS: null, extraS: LONGEST_S, marks: [] };
  }
  const { base, perSecond, seconds } = traffic;
  // Then an hour of it would only make the burst too small to see.
  const growsForEver = queue.limit !== null && base >= queue.limit;
  const first = base * BURST_LEAD_S;
  const last = first + (base + perSecond) * seconds - 1;
  return {
    ...queue,
    shape: burstShape({ base, perSecond, seconds, tailS: growsForEver ? GROWTH_S : LONGEST_S }),
    calmFromS: BURST_LEAD_S + seconds,
    extraS: 0,
    marks: first === last ? [first] : [first, last],
  };
}
