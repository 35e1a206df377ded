/**
 * What the gate takes of a size that the nightly run takes in full. A third of a crowd is still far above what may be
 * done in one turn of the event loop, and a third of the random cases differ in each run of a property.
 */
export function share(full: number): number {
  return process.env.POSTHORN_TEST_ALL ? full : Math.ceil(full / 3);
}
