import { type Service, startAll, stopAll } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { Cluster } from './interface/cluster';

interface HousekeptParts {
  readonly cluster: Pick<Cluster, 'isHousekeeper' | 'onHousekeeping' | 'onBeat'>;
  /** Makes what must run in one node alone; called each time that this node begins to keep house. */
  readonly services: () => readonly Service[];
  readonly log: Log;
}

/**
 * Runs services while this node keeps house, and only then. When another node does, each has ended the step that it was
 * at before the next start here. A start that fails is tried again after the next beat.
 */
export function createHousekeptServices({ cluster, services, log }: HousekeptParts): Service {
  let running: readonly Service[] | null = null;
  let settling: Promise<void> | null = null;
  let isStopped = false;

  const isWanted = () => !isStopped && cluster.isHousekeeper();

  async function settle(): Promise<void> {
    while (isWanted() !== (running !== null)) {
      if (running) {
        const before = running;
        running = null;
        await stopAll(before).catch((cause: unknown) =>
          log.error({ err: cause }, 'housekeeping did not end cleanly'),
        );
        log.info('this node no longer keeps house');
      } else {
        const next = services();
        await startAll(next);
        running = next;
        log.info('this node keeps house');
      }
    }
  }

  function settleOnce(): Promise<void> {
    settling ??= settle()
      .catch((cause: unknown) => log.warn({ err: cause }, 'housekeeping could not begin; it will be retried'))
      .finally(() => {
        settling = null;
      });
    return settling;
  }

  return {
    name: 'housekeeping',
    async start() {
      cluster.onHousekeeping(() => void settleOnce());
      // Not awaited: what follows a beat does not wait for it.
      cluster.onBeat(async () => void settleOnce());
      await settleOnce();
    },
    async stop() {
      isStopped = true;
      await settling;
      await settleOnce();
    },
  };
}
