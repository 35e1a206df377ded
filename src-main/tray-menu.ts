import type { MenuItemConstructorOptions } from 'electron';
import type { ServerLoad } from './server-messages';

/** What the tray shows: the service as it is, or why there is none. */
export type TrayState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'restarting' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'running'; readonly load: ServerLoad };

/** What its items do. */
interface TrayActs {
  readonly open: () => void;
  readonly openAttention: () => void;
  readonly pauseSending: (paused: boolean) => void;
  readonly tryAgain: () => void;
  readonly quit: () => void;
}

/** The state in a few words. */
export function trayLabel(state: TrayState): string {
  if (state.kind === 'starting') return 'Starting';
  if (state.kind === 'restarting') return 'Restarting the service';
  if (state.kind === 'stopped') return 'The service has stopped';
  const { sendingPaused, inFlight, waiting, networkSentence } = state.load;
  if (sendingPaused) return `Paused, ${count(waiting + inFlight)} waiting`;
  if (networkSentence !== null) return networkSentence;
  return inFlight + waiting === 0 ? 'Nothing to send' : `Sending, ${count(waiting + inFlight)} waiting`;
}

/** The menu of the tray: the state first, then what can be done about it. */
export function trayMenu(state: TrayState, acts: TrayActs): readonly MenuItemConstructorOptions[] {
  const items: MenuItemConstructorOptions[] = [{ label: trayLabel(state), enabled: false }];
  if (state.kind === 'running') {
    const { attention, sendingPaused } = state.load;
    if (attention > 0)
      items.push({
        label: `${count(attention)} ${attention === 1 ? 'endpoint needs' : 'endpoints need'} attention`,
        click: acts.openAttention,
      });
    items.push({
      label: sendingPaused ? 'Resume sending' : 'Pause all sending',
      click: () => acts.pauseSending(!sendingPaused),
    });
  }
  if (state.kind === 'stopped') items.push({ label: 'Try again', click: acts.tryAgain });
  return [
    ...items,
    { type: 'separator' },
    { label: 'Open Posthorn', click: acts.open },
    { label: 'Quit', click: acts.quit },
  ];
}

function count(value: number): string {
  return value.toLocaleString('en');
}
