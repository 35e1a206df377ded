import type { Clock } from '../base/clock';

/**
 * The wall clock without backward steps: what was created later must not sort before what was created earlier, and
 * nothing due may stop being due. When somebody sets the clock back, this one continues at half speed until the two
 * meet again; waits are then up to twice as long, never shorter.
 * @returns a function that returns milliseconds since 1970, never less than before
 */
export function createSteadyTime(clock: Clock): () => number {
  let steadyMs = clock.now();
  let lastUs = clock.monotonicUs();
  return () => {
    const nowUs = clock.monotonicUs();
    const slowed = steadyMs + (nowUs - lastUs) / 2000;
    const wall = clock.now();
    steadyMs = wall >= steadyMs ? wall : Math.max(wall, slowed);
    lastUs = nowUs;
    return Math.floor(steadyMs);
  };
}
