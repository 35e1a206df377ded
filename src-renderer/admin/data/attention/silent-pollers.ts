import type { SilentConsumerOut } from '../../../../src-server/contract/attention';
import { pollerName } from '../../../shared/polling/polling-state';

/** A polling endpoint with consumers that have stopped polling though messages wait for them, the longest silent first. */
export interface SilentPoller {
  readonly appId: string;
  readonly appName: string;
  readonly pollerId: string;
  readonly name: string;
  readonly consumers: readonly SilentConsumerOut[];
}

/** Silent consumers by polling endpoint, in their order. Undefined: a server of an earlier version knows of none. */
export function silentPollers(silent: readonly SilentConsumerOut[] | undefined): readonly SilentPoller[] {
  const found = new Map<string, SilentPoller & { readonly consumers: SilentConsumerOut[] }>();
  for (const consumer of silent ?? []) {
    const { appId, appName, pollerId } = consumer;
    const known = found.get(pollerId);
    if (known) known.consumers.push(consumer);
    else {
      const name = pollerName({ ...consumer, id: pollerId });
      found.set(pollerId, { appId, appName, pollerId, name, consumers: [consumer] });
    }
  }
  return [...found.values()];
}
