import { useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { useConnections } from '../connections/use-connections';
import styles from './frame.module.css';
import { InstanceProvider } from './instance';
import { Rail } from './rail';
import { StatusBar } from './status-bar';
import { TitleBar } from './title-bar';
import { UnknownConnection } from './unknown-connection';
import { useMenuCommands } from './use-menu-commands';

/** The window: title bar, rail, the screen, status bar. */
export function Frame() {
  const { connection = LOCAL_CONNECTION } = useParams();
  const connections = useConnections();
  useSearchKey();
  useMenuCommands(connection);
  const known = connection === LOCAL_CONNECTION || connections.data?.some(({ id }) => id === connection);
  if (!known) return connections.isPending ? null : <UnknownConnection />;
  return (
    <InstanceProvider key={connection} id={connection}>
      <div className={styles.frame}>
        <button type="button" className={styles.skip} onClick={focusMain}>
          Skip to the content
        </button>
        <TitleBar />
        <Rail />
        <main className={styles.main} id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <StatusBar />
      </div>
    </InstanceProvider>
  );
}

/** A link would change the address, which belongs to the router. */
function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** "/" goes to the search field of the screen, except where it is text. */
function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], [role=textbox], .monaco-editor'))
        return;
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
