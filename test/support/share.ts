/** Whether this is the nightly run. */
export const IS_WHOLE = Boolean(process.env.POSTHORN_TEST_ALL);

/**
 * What the gate takes of a size that the nightly run takes in full: of a crowd, a third is still far above what may be
 * done in one turn of the event loop; of random cases, the nightly run tries the rest.
 */
export function share(full: number): number {
  return IS_WHOLE ? full : Math.ceil(full / 3);
}
