import { useNavigate } from 'react-router';
import { whenDone } from '../../../api/when-done';
import { toast, undoToast, useToasts } from '../../../ui/toast-store';
import { usePauseSending, useSending } from '../../data/use-sending';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useLayer } from '../../platform/commands/layer-store';
import { focusPane, focusScreen, moveInList } from '../../platform/commands/panes';
import { useInstance, useTo } from '../../platform/instance';
import { useSession } from '../../platform/session';
import { useTheme } from '../../platform/theme';
import { useWhenMay } from '../../platform/use-when-may';
import { CONTRIBUTIONS } from '../contributions';

/** The commands that are available on every screen. */
export function useFrameCommands(): void {
  const open = useLayer((state) => state.open);
  const choose = useTheme((state) => state.choose);
  const { logOut } = useSession();
  useCommand('open-palette', () => open('palette'));
  useCommand('find-event-type', () => open('palette', '@'));
  useCommand('show-shortcuts', () => open('shortcuts'));
  useCommand('theme-light', () => choose('light'));
  useCommand('theme-dark', () => choose('dark'));
  useCommand('theme-system', () => choose('system'));
  useCommand('log-out', () => logOut());
  useCommand('next-pane', () => focusPane(1));
  useCommand('previous-pane', () => focusPane(-1));
  useCommand('move-down', () => moveInList('ArrowDown'));
  useCommand('move-up', () => moveInList('ArrowUp'));
  useCommand('focus-search', focusSearch);
  useCommand('copy-address', () => copyAct(location.href, 'the URL of this screen')?.());
  const undoable = useToasts(({ toasts }) => toasts.findLast(({ undo }) => undo !== null));
  useCommand(
    'undo',
    undoable ? () => void undoToast(undoable) : null,
    undoable && `Undo: ${undoable.label}`,
    true,
  );
  usePauseCommand();
  usePlaces();
  // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes, and neither does the order of the hooks
  for (const { useCommands } of CONTRIBUTIONS) useCommands?.();
}

function usePauseCommand(): void {
  const when = useWhenMay();
  const isPaused = useSending().data?.paused;
  const change = usePauseSending();
  const act = () =>
    whenDone(change.mutateAsync(!isPaused), ({ paused }) =>
      toast(paused ? 'All sending is paused' : 'Sending resumed'),
    );
  useCommand(
    'pause-sending',
    isPaused === undefined ? null : when('PUT /sending', act),
    isPaused ? 'Resume sending' : undefined,
  );
}

function usePlaces(): void {
  const { isCopy, isFolder } = useInstance();
  const when = useWhenMay();
  const to = useTo();
  const navigate = useNavigate();
  const go = (address: string) => () => {
    void navigate(address);
    // The focused element is gone: the screen takes the focus, so that the next key acts there.
    requestAnimationFrame(focusScreen);
  };
  const ofInstance = (act: () => void) => (isFolder ? null : act);
  useCommand('go-overview', when('GET /overview', go(to())));
  useCommand('go-catalog', go(to('catalog')));
  useCommand('go-apps', ofInstance(go(to('apps'))));
  useCommand('go-send', when('POST /app/{app}/msg', go(to('send'))));
  useCommand('go-deliveries', when('GET /fleet/attempt', go(to('deliveries'))));
  useCommand('go-attention', when('GET /fleet/attention', go(to('deliveries', 'attention'))));
  useCommand('go-messages', when('GET /fleet/message', go(to('deliveries', 'messages'))));
  useCommand('go-live', when('GET /delivery-state', go(to('deliveries', 'live'))));
  useCommand('go-simulator', ofInstance(go(to('deliveries', 'simulator'))));
  useCommand('go-import', when('POST /event-type/import/plan', go(to('import'))));
  useCommand('go-preview', go(to('preview')));
  useCommand('go-releases', ofInstance(go(to('releases'))));
  useCommand('go-public', ofInstance(go(to('public'))));
  useCommand('go-changes', isCopy ? go(to('changes')) : null);
  useCommand('go-settings', go(to('settings')));
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]');
  search?.focus();
  search?.select();
}
