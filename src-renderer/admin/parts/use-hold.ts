import { useEffect, useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { whenDone } from '../../api/when-done';
import { type Sending, sendingFlags, sendingOf } from '../../shared/endpoint/sending';
import type { useEditEndpoint } from '../../shared/endpoint/use-endpoints';
import { undoChange } from '../../shared/forms/undo-change';
import { hostOf } from '../../ui/host-of';
import { toast } from '../../ui/toast-store';
import { useCommand } from '../platform/commands/command-store';
import { useWhenMay } from '../platform/use-when-may';

const DONE = { on: 'Sending to', paused: 'Paused', disabled: 'Disabled' } as const;

/**
 * Pauses, disables and releases an endpoint, and offers to undo that; also as commands. A failure is in `patch.error`.
 * @param isCurrent true if the commands are about this endpoint
 */
export function useHold(
  endpoint: Pick<EndpointOut, 'url' | 'paused' | 'disabled'>,
  patch: ReturnType<typeof useEditEndpoint>,
  isCurrent = true,
) {
  const when = useWhenMay();
  const { paused, disabled } = endpoint;
  const now = sendingOf(endpoint);
  const host = hostOf(endpoint.url);
  // What is chosen while the choice before is saved.
  const [wanted, setWanted] = useState<Sending | null>(null);
  const change = (next: Sending) => {
    setWanted(patch.isPending ? next : null);
    if (next === now || patch.isPending) return;
    const [before, after] = [{ disabled, paused }, sendingFlags(next)];
    whenDone(patch.save({ opened: before, mine: after }), () =>
      toast(
        `${DONE[next]} ${host}`,
        () => undoChange(patch.save, { before, after }),
        `whether ${endpoint.url} is sent to`,
      ),
    );
  };
  useEffect(() => {
    if (wanted !== null && !patch.isPending) change(wanted);
  });
  const togglePaused = () => change(now === 'paused' ? 'on' : 'paused');
  const toggleDisabled = () => change(now === 'disabled' ? 'on' : 'disabled');
  const free = isCurrent && !patch.isPending;
  useCommand(
    'endpoint-pause',
    free ? when('PATCH /app/{app}/endpoint/{endpoint} paused', togglePaused) : null,
    `${now === 'paused' ? 'Resume' : 'Pause'} ${host}`,
    true,
  );
  useCommand(
    'endpoint-disable',
    free ? when('PATCH /app/{app}/endpoint/{endpoint} disabled', toggleDisabled) : null,
    `${now === 'disabled' ? 'Enable' : 'Disable'} ${host}`,
    true,
  );
  return { now, change, togglePaused, toggleDisabled };
}
