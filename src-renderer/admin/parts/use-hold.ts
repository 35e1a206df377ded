import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { whenDone } from '../../api/when-done';
import type { usePatchEndpoint } from '../../shared/endpoint/use-endpoints';
import { hostOf } from '../../ui/host-of';
import { toast } from '../../ui/toast-store';
import { useCommand } from '../platform/commands/command-store';

/**
 * Pauses, resumes, disables and enables an endpoint, and offers to undo that; also as commands. A failure is in
 * `patch.error`.
 * @param isCurrent true if the commands are about this endpoint
 */
export function useHold(
  endpoint: Pick<EndpointOut, 'url' | 'paused' | 'disabled'>,
  patch: ReturnType<typeof usePatchEndpoint>,
  isCurrent = true,
) {
  const { paused, disabled } = endpoint;
  const host = hostOf(endpoint.url);
  const change = (next: Parameters<typeof patch.mutateAsync>[0], done: string, back: typeof next) =>
    whenDone(patch.mutateAsync(next), () => toast(`${done} ${host}`, () => patch.mutateAsync(back)));
  const togglePaused = () => change({ paused: !paused }, paused ? 'Resumed' : 'Paused', { paused });
  const toggleDisabled = () =>
    change({ disabled: !disabled }, disabled ? 'Enabled' : 'Disabled', { disabled });
  const free = isCurrent && !patch.isPending;
  useCommand('endpoint-pause', free ? togglePaused : null, `${paused ? 'Resume' : 'Pause'} ${host}`, true);
  useCommand(
    'endpoint-disable',
    free ? toggleDisabled : null,
    `${disabled ? 'Enable' : 'Disable'} ${host}`,
    true,
  );
  return { togglePaused, toggleDisabled };
}
