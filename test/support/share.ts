/** Whether this is the nightly run. */
export const IS_WHOLE = Boolean(process.env.POSTHORN_TEST_ALL);

/** Of a size or a list that the nightly run takes in full, the gate takes one in this many. */
const GATE_TAKES_ONE_IN = 6;

/** On a browser test that only the nightly run needs: it holds in a further way what a test of the gate holds already. */
export const AT_NIGHT = { tag: '@night' } as const;

/**
 * What the gate takes of a size that the nightly run takes in full: of a crowd, a sixth is still far above what may be
 * done in one turn of the event loop; of random cases, the nightly run tries the rest.
 */
export function share(full: number): number {
  return IS_WHOLE ? full : Math.ceil(full / GATE_TAKES_ONE_IN);
}

/**
 * What the gate takes of a list that the nightly run takes in full.
 * @param oneIn of how many it takes one
 * @param turn another one for each turn, so that all are taken where there are as many turns
 */
export function some<T>(list: readonly T[], oneIn = GATE_TAKES_ONE_IN, turn = 0): readonly T[] {
  return IS_WHOLE ? list : list.filter((_one, at) => (at + turn) % oneIn === 0);
}
