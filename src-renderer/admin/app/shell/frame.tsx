import { useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { networkSentence } from '../../../../src-server/contract/network-sentence';
import { desktop } from '../../../api/desktop';
import { EmptyState } from '../../../ui/empty-state';
import { keepFocus } from '../../../ui/keep-focus';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { SearchKeyContext } from '../../../ui/search-key';
import { Toasts } from '../../../ui/toasts';
import { useConnections } from '../../data/use-connections';
import { useHealth } from '../../data/use-health';
import { RemoteTrouble } from '../../parts/connections/remote-trouble';
import { runCommand } from '../../platform/commands/command-store';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { useKeysOf } from '../../platform/commands/use-keys-of';
import { InstanceProvider } from '../../platform/instance';
import { Layers } from '../commands/layers';
import { useFrameCommands } from '../commands/use-frame-commands';
import { useKeyCommands } from '../commands/use-key-commands';
import { useScreenFocus } from '../commands/use-screen-focus';
import { CONTRIBUTIONS } from '../contributions';
import { ClockNotice } from './clock-notice';
import { ConfirmSheet } from './confirm-sheet';
import styles from './frame.module.css';
import { Rail } from './rail';
import { SendingNotice } from './sending-notice';
import { StatusBar } from './status-bar';
import { TitleBar } from './title-bar';
import { useOpenedItems } from './use-opened-items';

/** The window: title bar, rail, the screen, status bar. */
export function Frame() {
  const { connection = LOCAL_CONNECTION } = useParams();
  const connections = useConnections();
  const remote = connections.data?.find(({ id }) => id === connection);
  if (connection !== LOCAL_CONNECTION && !remote) return connections.isPending ? null : <UnknownConnection />;
  return (
    <InstanceProvider
      key={connection}
      id={connection}
      isProtected={remote?.protected ?? false}
      mode={remote?.mode ?? 'direct'}
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
        <SearchKeyContext value={searchKeys && keyNames(searchKeys, onMac()).join(' ')}>
          <Outlet />
        </SearchKeyContext>
      </main>
      <StatusBar />
      <Toasts />
      <Layers />
      <ConfirmSheet />
      {CONTRIBUTIONS.map(({ feature, DropTarget }) => DropTarget && <DropTarget key={feature} />)}
    </div>
  );
}

/** The address names a connection that is not saved here. */
function UnknownConnection() {
  return (
    <main>
      <EmptyState
        title="This connection is not saved on this computer"
        actions={
          <LinkButton kind="primary" to={`/${LOCAL_CONNECTION}`}>
            Go to this computer
          </LinkButton>
        }
      >
        <p>It was removed, or the link comes from another computer.</p>
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
      <Notice tone="error" title="The service is not reliable now.">
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
