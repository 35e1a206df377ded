import type { NodeTable } from '../../src-server/storage/node-table';
import type { ClusterNode } from './cluster-node';
import type { ClusterWorld } from './cluster-world';

/** How long a node waits for the response to a call. */
export const CALL_LIMIT_MS = 3000;

/** The connection of a node to the table of nodes: one call after the other, each with a limit. */
export function connectNodeTable(world: ClusterWorld, node: ClusterNode): NodeTable {
  const { link, process } = node;
  const table = world.table.connect();
  let last: Promise<unknown> = Promise.resolve();
  const limited = <T>(call: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = process.clock.setTimer(CALL_LIMIT_MS, () => reject(new Error('no answer')));
      call.then(resolve, reject).finally(() => timer.cancel());
    });
  const ask = <T>(effect: () => Promise<T>): Promise<T> => {
    const call = last.then(() => limited(link.call(effect)));
    last = call.catch(() => undefined);
    return call;
  };
  return {
    join: (node) => ask(() => table.join(node)),
    read: () => ask(() => table.read()),
    beat: (id, sends) =>
      ask(async () => {
        const state = await table.beat(id, sends);
        if (state) node.beatenUs = world.time.nowUs;
        return state;
      }),
    markDead: (id, beat) =>
      ask(async () => {
        const isDone = await table.markDead(id, beat);
        if (isDone) world.figures.takeovers += 1;
        return isDone;
      }),
    take: (id, slots) => ask(() => table.take(id, slots)),
    release: (id, slots) => ask(() => table.release(id, slots)),
    leaving: (id) => ask(() => table.leaving(id)),
    leave: (id) => ask(() => table.leave(id)),
    freeOfMissing: (id) => ask(() => table.freeOfMissing(id)),
    close: async () => undefined,
  };
}
