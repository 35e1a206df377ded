import type { Log } from '../base/log';
import { slicesOf } from '../base/slices-of';
import type { ExplainedMessage } from '../delivery/explain/explain-message';
import type { NodeRow } from '../storage/node-table';
import type { Cluster } from './interface/cluster';
import type { OtherNodes } from './interface/other-nodes';
import type { PeerClient } from './peer-client';
import {
  delayed,
  deliveryState,
  ENDPOINTS_MAX,
  explain,
  minutes,
  type PeerOperation,
  queues,
  type ReplyOf,
} from './peer-operations';

interface OtherNodesParts {
  readonly cluster: Pick<Cluster, 'state' | 'isSelf' | 'ownerOf'>;
  readonly client: Pick<PeerClient, 'call'>;
  readonly log: Log;
}

/** The nodes that live, but for this one. */
export function othersOf(cluster: Pick<Cluster, 'state' | 'isSelf'>): readonly NodeRow[] {
  return cluster.state().nodes.filter((node) => node.diedAt === null && !cluster.isSelf(node));
}

export function createOtherNodes({ cluster, client, log }: OtherNodesParts): OtherNodes {
  const toOthers = <In>(body: In) => othersOf(cluster).map((node) => ({ node, body }));

  /** The responses of those of these nodes that gave one. */
  async function ask<In, Out>(
    questions: readonly { readonly node: NodeRow; readonly body: In }[],
    operation: PeerOperation<In, Out>,
  ): Promise<readonly { readonly node: NodeRow; readonly reply: Out }[]> {
    const replies = await Promise.all(
      questions.map(async ({ node, body }) => {
        try {
          return [{ node, reply: await client.call(node, operation, body) }];
        } catch (cause) {
          log.debug({ err: cause, nodeId: node.id }, 'a node is missing in a response about all of them');
          return [];
        }
      }),
    );
    return replies.flat();
  }

  /** Asks the owner of each of these endpoints, unless it is this node. */
  function askOwners<In, Out>(
    endpointIds: readonly string[],
    operation: PeerOperation<In, Out>,
    bodyOf: (endpointIds: string[]) => In,
  ) {
    const byOwner = new Map<string, string[]>();
    for (const endpointId of endpointIds) {
      const owner = cluster.ownerOf(endpointId);
      if (!owner || cluster.isSelf(owner)) continue;
      const ids = byOwner.get(owner.id) ?? [];
      byOwner.set(owner.id, ids);
      ids.push(endpointId);
    }
    const questions = othersOf(cluster).flatMap((node) =>
      [...slicesOf(byOwner.get(node.id) ?? [], ENDPOINTS_MAX)].map((some) => ({
        node,
        body: bodyOf([...some]),
      })),
    );
    return ask(questions, operation);
  }

  return {
    sendsElsewhere(endpointId) {
      const owner = cluster.ownerOf(endpointId);
      return owner === null || !cluster.isSelf(owner);
    },
    async deliveryStates() {
      const found = await ask(toOthers({}), deliveryState);
      const heard = new Set(found.map(({ node }) => node.id));
      return {
        states: found.map(({ reply }) => reply),
        covers(endpointId) {
          const owner = cluster.ownerOf(endpointId);
          return owner !== null && heard.has(owner.id);
        },
      };
    },
    delayed: async () => (await ask(toOthers({}), delayed)).flatMap(({ reply }) => reply.endpoints),
    async minutes(applicationIds, sinceS, untilS) {
      const body = { applicationIds: [...applicationIds], sinceS, untilS };
      const found = await ask(toOthers(body), minutes);
      return found.flatMap(({ reply }) => reply.minutes);
    },
    async queues(ids) {
      const found = await askOwners(ids, queues, (endpointIds) => ({ endpointIds }));
      return new Map(
        found.flatMap(({ reply }) => reply.queues.map((queue) => [queue.endpointId, queue] as const)),
      );
    },
    async explain({ endpointIds: ids, ...message }) {
      const found = await askOwners(ids, explain, (endpointIds) => ({ ...message, endpointIds }));
      return new Map(found.flatMap(({ reply }) => reply.explanations.map(toExplanation)));
    },
  };
}

function toExplanation({
  endpointId,
  absence,
  ...explanation
}: ReplyOf<typeof explain>['explanations'][number]): readonly [string, ExplainedMessage] {
  return [endpointId, absence === null ? explanation : { ...explanation, absence }];
}
