import { record } from './control';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

class Dock implements Covered<Electron.Dock, 'app.dock'> {
  #isVisible = true;

  bounce(type?: 'critical' | 'informational'): number {
    record('app.dock.bounce', type);
    return 1;
  }
  async show(): Promise<void> {
    this.#isVisible = true;
    record('app.dock.show');
  }
  hide(): void {
    this.#isVisible = false;
    record('app.dock.hide');
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  setBadge(text: string): void {
    record('app.dock.setBadge', text);
  }
  setIcon(_image: Electron.NativeImage | string): void {
    record('app.dock.setIcon');
  }
  setMenu(_menu: Electron.Menu): void {
    record('app.dock.setMenu');
  }
}

/** See Electron's `app.dock`: on a Mac only. */
export const dock =
  process.platform === 'darwin' ? strict('app.dock', new Dock(), MEMBERS['app.dock']) : undefined;
