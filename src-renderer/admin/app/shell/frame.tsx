import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import type { OpenedItem } from '../../../../src-main/contract/desktop-api';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { isFolderAddress } from '../../../../src-server/contract/folder-address';
import { exactTime, localTime } from '../../../../src-server/contract/local-time';
import { networkSentence } from '../../../../src-server/contract/network-sentence';
import { KIND_SUMMARIES } from '../../../../src-server/contract/token-kinds';
import { type ApiFailure, TOKEN_KIND } from '../../../api/api-failure';
import { desktop } from '../../../api/desktop';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import { keepFocus } from '../../../ui/keep-focus';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { SearchKeyContext } from '../../../ui/search-key';
import { separatePart } from '../../../ui/separate-part';
import { toast } from '../../../ui/toast-store';
import { Toasts } from '../../../ui/toasts';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { useConfirmClock, useHealth } from '../../data/use-health';
import { usePauseSending, useSending } from '../../data/use-sending';
import { useConnections } from '../../data/working-copy/use-connections';
import { RemoteTrouble } from '../../parts/connections/remote-trouble';
import { LayerBoundary } from '../../parts/layer-boundary';
import { runCommand } from '../../platform/commands/command-store';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { useLayer } from '../../platform/commands/layer-store';
import { focusScreen } from '../../platform/commands/panes';
import { useKeysOf } from '../../platform/commands/use-keys-of';
import { refuseAll, useConfirm } from '../../platform/confirm-store';
import { InstanceProvider } from '../../platform/instance';
import { useOpenedDocument } from '../../platform/opened-document';
import { useLimitedKind } from '../../platform/use-limited-kind';
import { PaletteOpening } from '../commands/palette-opening';
import { useFrameCommands } from '../commands/use-frame-commands';
import { useKeyCommands } from '../commands/use-key-commands';
import { CONTRIBUTIONS } from '../contributions';
import styles from './frame.module.css';
import { Rail } from './rail';
import { StatusBar } from './status-bar';
import { TitleBar } from './title-bar';

const Palette = separatePart(
  () => import('../commands/palette').then(({ Palette }) => Palette),
  PaletteOpening,
);

const ShortcutsSheet = separatePart(() =>
  import('../commands/shortcuts-sheet').then(({ ShortcutsSheet }) => ShortcutsSheet),
);

const ConfirmSheet = separatePart(() => import('./confirm-sheet').then(({ ConfirmSheet }) => ConfirmSheet));

/** The window: title bar, rail, the screen, status bar. */
export function Frame() {
  const { connection = LOCAL_CONNECTION } = useParams();
  const connections = useConnections();
  const remote = connections.data?.find(({ id }) => id === connection);
  if (connection !== LOCAL_CONNECTION && !remote)
    return connections.isPending ? null : <UnknownConnection cause={connections.error} />;
  return (
    <InstanceProvider
      key={connection}
      id={connection}
      isProtected={remote?.protected ?? false}
      mode={remote?.mode ?? 'direct'}
      isFolder={isFolderAddress(remote?.baseUrl ?? '')}
    >
      <Window />
    </InstanceProvider>
  );
}

function Window() {
  useFrameCommands();
  useKeyCommands();
  useMenuCommands();
  useOpenedItems();
  useScreenFocus();
  useEffect(keepFocus, []);
  const searchKeys = useKeysOf('focus-search');
  const isAsked = useConfirm(({ questions }) => questions.length > 0);
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        Skip to the content
      </button>
      <TitleBar />
      <Rail />
      <main className={styles.main} id="main" tabIndex={-1} data-pane="">
        <HealthNotice />
        <NetworkNotice />
        <div className={styles.fault}>
          <RemoteTrouble />
        </div>
        <div className={styles.fault}>
          <ClockNotice />
        </div>
        <div className={styles.fault}>
          <SendingNotice />
        </div>
        <KindNotice />
        <SearchKeyContext value={searchKeys && keyNames(searchKeys, onMac()).join(' ')}>
          <Outlet />
        </SearchKeyContext>
      </main>
      <StatusBar />
      <Toasts />
      <Layers />
      {isAsked && (
        <LayerBoundary onFault={refuseAll}>
          <ConfirmSheet />
        </LayerBoundary>
      )}
      {CONTRIBUTIONS.map(({ feature, DropTarget }) => DropTarget && <DropTarget key={feature} />)}
    </div>
  );
}

/** The address names a connection that is not saved here. */
function UnknownConnection({ cause }: { readonly cause: ApiFailure | null }) {
  const isRefused = cause?.code === TOKEN_KIND;
  return (
    <main>
      <EmptyState
        title={isRefused ? cause.detail : 'This connection is not saved on this computer'}
        actions={
          <LinkButton kind="primary" to={`/${LOCAL_CONNECTION}`}>
            Go to this computer
          </LinkButton>
        }
      >
        {!isRefused && <p>It was removed, or the link comes from another computer.</p>}
      </EmptyState>
    </main>
  );
}

/** What is wrong with the current instance, above every screen, until it is fixed. */
function HealthNotice() {
  const { error } = useHealth();
  if (error?.status !== 503) return null;
  return (
    <div className={styles.fault}>
      <Notice tone="error" title="The service is degraded.">
        {error.detail}
      </Notice>
    </div>
  );
}

/** That this computer has no network, above every screen: without it, deliveries that wait would look like a fault. */
function NetworkNotice() {
  const network = useHealth().data?.network;
  const sentence = network && networkSentence(network, Date.now());
  if (!sentence) return null;
  return (
    <div className={styles.fault}>
      <Notice tone="warning" title={sentence} />
    </div>
  );
}

/** That the token of this log-in may not do everything, above every screen: it is why buttons are disabled. */
function KindNotice() {
  const kind = useLimitedKind();
  if (kind === null) return null;
  return (
    <div className={styles.fault}>
      <Notice tone="info" title={`You are logged in with a ${kind} token`}>
        {KIND_SUMMARIES[kind]} Everything else is disabled or left out.
      </Notice>
    </div>
  );
}

/** Focuses the main area without a link: a link would change the address, which belongs to the router. */
function focusMain(): void {
  document.getElementById('main')?.focus();
}

/**
 * Lets the menu of the desktop program run commands by their configured keys. In a browser there is no such menu, and
 * nothing happens.
 */
function useMenuCommands(): void {
  const chosen = useKeymap((state) => state.chosen);
  useEffect(() => void desktop()?.setMenuKeys(chosen), [chosen]);
  useEffect(() => desktop()?.onMenuCommand((command) => void runCommand(command)), []);
}

/** What commands open over the screen, on any screen. */
function Layers() {
  const { layer, start, close } = useLayer();
  if (layer === null) return null;
  const Layer = CONTRIBUTIONS.find(({ layers }) => layers?.[layer])?.layers?.[layer];
  return (
    <LayerBoundary key={layer} onFault={close}>
      {layer === 'palette' && <Palette start={start} onClose={close} />}
      {layer === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      {Layer && <Layer onClose={close} />}
    </LayerBoundary>
  );
}

/**
 * Focuses the screen when the focused element left the page with the previous screen, so that the next key acts there
 * and Tab does not start at the top of the window.
 */
function useScreenFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // In the frame after next: a closing layer returns the focus in the next one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body && !document.querySelector('[role=dialog]'))
          focusScreen();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}

/**
 * Shows what was opened with the desktop program: the screen of a link or a notice, the preview of a document. In a
 * browser there is no such thing, and nothing happens.
 */
function useOpenedItems(): void {
  const navigate = useNavigate();
  const open = useStableCallback((item: OpenedItem) => {
    if (item.kind === 'screen') void navigate(`/${LOCAL_CONNECTION}/${item.path}`);
    else if (item.kind === 'document') useOpenedDocument.setState({ file: item.file });
    else toast(item.reason);
  });
  useEffect(() => {
    const bridge = desktop();
    if (!bridge) return;
    const take = () => {
      bridge.takeOpened().then(
        (items) => items.forEach(open),
        // The page is about to be replaced, by one that takes them.
        () => {},
      );
    };
    take();
    return bridge.onOpened(take);
  }, [open]);
}

const at = (time: string) => exactTime(Date.parse(time));

/** That the clock of the server jumped, above every screen, until it is trusted again. */
function ClockNotice() {
  const clock = useHealth().data?.clock;
  const confirm = useConfirmClock();
  if (!clock) return null;
  return (
    <>
      <Notice
        tone="warning"
        title="The clock of the server is in doubt"
        actions={
          <Button
            size="small"
            isDisabled={confirm.isPending}
            needs="POST /clock/confirm"
            onPress={() => confirm.mutate()}
          >
            Confirm the clock
          </Button>
        }
      >
        It showed {at(clock.to)} when {at(clock.from)} was expected. That is right if the server was off or
        asleep until then, or was started on a backup. Nothing expires and nothing old is removed before{' '}
        {at(clock.steadyAt)}, unless you confirm it.
      </Notice>
      {confirm.error && <FailureNotice title="The clock was not confirmed" cause={confirm.error} />}
    </>
  );
}

// Not "a minute ago": a screen reader would announce each change of it.

/** That all sending is paused, above every screen: without it, deliveries that wait would look like a fault. */
function SendingNotice() {
  const sending = useSending().data;
  const change = usePauseSending();
  if (!sending?.paused) return null;
  return (
    <>
      <Notice
        tone="warning"
        title="All sending is paused"
        actions={
          <Button
            size="small"
            isDisabled={change.isPending}
            needs="PUT /sending"
            onPress={() => change.mutate(false)}
          >
            Resume sending
          </Button>
        }
      >
        {sending.since !== null && `Since ${localTime(Date.parse(sending.since), Date.now())}. `}
        Messages are accepted, and their deliveries are queued in order.
      </Notice>
      {change.error && <FailureNotice title="Sending was not resumed" cause={change.error} />}
    </>
  );
}
