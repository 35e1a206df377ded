import type { Clock } from '../base/clock';
import type { LiveEvent } from '../contract/live-event';
import type { LiveBus } from '../live/live-bus';
import type { Traffic } from '../live/traffic';
import type { BodyOf, live, ReplyOf, watchLive } from './peer-operations';

interface OwnLiveParts {
  readonly liveBus: Pick<LiveBus, 'subscribe'>;
  readonly traffic: Pick<Traffic, 'watch'>;
  readonly clock: Clock;
}

interface Lines {
  write(line: string): void;
  onGone(listener: () => void): void;
}

/** An empty line at this interval detects readers that are gone. */
const HEARTBEAT_MS = 15_000;

/** Tells other nodes what happens on this one, as long as somebody watches there. */
export function createOwnLive({ liveBus, traffic, clock }: OwnLiveParts) {
  /** How to change what an open stream watches, by its id. */
  const watches = new Map<string, (endpointIds: readonly string[]) => void>();

  return {
    follow({ stream, endpointIds }: BodyOf<typeof live>, lines: Lines): void {
      const send = (event: LiveEvent) => lines.write(JSON.stringify(event));
      let unwatch = (): void => undefined;
      const watch = (ids: readonly string[]) => {
        unwatch();
        unwatch =
          ids.length === 0
            ? () => undefined
            : traffic.watch(ids, (endpoints) => send({ kind: 'buckets', endpoints }));
      };
      const unsubscribe = liveBus.subscribe((events) => events.forEach(send), 'here');
      const beat = () => {
        lines.write('');
        heartbeat = clock.setTimer(HEARTBEAT_MS, beat);
      };
      let heartbeat = clock.setTimer(HEARTBEAT_MS, beat);
      lines.onGone(() => {
        watches.delete(stream);
        unsubscribe();
        unwatch();
        heartbeat.cancel();
      });
      watches.set(stream, watch);
      watch(endpointIds);
    },

    watch({ stream, endpointIds }: BodyOf<typeof watchLive>): ReplyOf<typeof watchLive> {
      const watch = watches.get(stream);
      watch?.(endpointIds);
      return { isOpen: watch !== undefined };
    },
  };
}
