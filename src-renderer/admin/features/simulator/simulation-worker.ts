/** Runs simulations off the main thread, so that the page stays responsive. Its creator terminates it. */
import type { SimulationOut } from './second-log';
import { type SimulationIn, simulate } from './simulate';

/** Messages to the page. */
export type SimulationNews =
  /** The overall progress, from 0 to 1. */
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'done'; readonly outs: readonly SimulationOut[] };

const TELL_EVERY_MS = 100;

self.onmessage = ({ data }: MessageEvent<readonly SimulationIn[]>) => {
  let toldMs = performance.now();
  const tell = (news: SimulationNews) => self.postMessage(news);
  const outs = data.map((input, index) => {
    const run = simulate(input);
    for (let step = run.next(); ; step = run.next()) {
      if (step.done) return step.value;
      if (performance.now() - toldMs < TELL_EVERY_MS) continue;
      toldMs = performance.now();
      tell({ kind: 'progress', part: (index + step.value.atS / step.value.ofS) / data.length });
    }
  });
  tell({ kind: 'done', outs });
};
