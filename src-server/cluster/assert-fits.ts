import type { Clock } from '../base/clock';
import { isMove, type NodeRow, type NodeTable, type NodeTableState } from '../storage/node-table';
import { findLiving } from '../storage/postgres/find-living';
import { differingSecret } from './secret-check';

interface FitParts {
  readonly table: NodeTable;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** That of this node. */
  readonly secretCheck: string;
}

/**
 * Makes sure that a node shares its secrets with those that live, and that nobody moves the database. One that does not
 * fit is watched for up to a lease: it may be gone.
 * @throws Error with a sentence for the user
 */
export async function assertFits(parts: FitParts, state: NodeTableState, selfId: string): Promise<void> {
  const isInTheWay = (node: NodeRow) => node.id !== selfId && misfit(parts.secretCheck, node) !== null;
  if (!state.nodes.some((node) => node.diedAt === null && isInTheWay(node))) return;
  const living = await findLiving(parts, isInTheWay);
  if (living) throw new Error(misfit(parts.secretCheck, living) ?? '');
}

function misfit(own: string, node: NodeRow): string | null {
  if (isMove(node))
    return 'The database is being moved by another program. Start this server when that has ended.';
  const name = differingSecret(own, node.secretCheck);
  return (
    name &&
    `${name} differs from that of the node at ${node.address}. All nodes of a database need the same: give this one that value, or stop the other one first.`
  );
}
