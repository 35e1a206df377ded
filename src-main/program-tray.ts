import { join } from 'node:path';
import { Menu, Tray } from 'electron';
import { type TrayState, trayLabel, trayMenu } from './tray-menu';

/**
 * The icon in the tray, while the user wants one. It is rebuilt only when its words change: the state comes every
 * second, and on Linux a new menu closes the open one.
 */
export class ProgramTray {
  readonly #acts: Parameters<typeof trayMenu>[1];
  #tray: Tray | null = null;
  #state: TrayState = { kind: 'starting' };
  #words = '';

  constructor(acts: Parameters<typeof trayMenu>[1]) {
    this.#acts = acts;
  }

  get isShown(): boolean {
    return this.#tray !== null;
  }

  /**
   * Shows or removes it.
   * @returns whether it is shown: some desktops of Linux have no tray, and refuse
   */
  setShown(isWanted: boolean): boolean {
    if (isWanted === this.isShown) return isWanted;
    if (isWanted) {
      try {
        this.#tray = new Tray(join(import.meta.dirname, 'tray.png'));
        this.#tray.on('click', this.#acts.open); // the Mac and Linux open the menu instead
      } catch {
        return false;
      }
    } else {
      this.#tray?.destroy();
      this.#tray = null;
    }
    this.#words = '';
    this.show(this.#state);
    return isWanted;
  }

  /** Shows this state. */
  show(state: TrayState): void {
    this.#state = state;
    if (!this.#tray) return;
    const items = trayMenu(state, this.#acts);
    const words = JSON.stringify(items.map(({ label }) => label));
    if (words === this.#words) return;
    this.#words = words;
    this.#tray.setToolTip(`Posthorn: ${trayLabel(state)}`);
    this.#tray.setContextMenu(Menu.buildFromTemplate([...items]));
  }
}
