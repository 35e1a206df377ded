import { record } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { pressItem } from './menu';
import { Emitter, strict } from './strict';

/** The icons that are there now, for the spec's presses. */
export const TRAYS = new Set<CoveredTray>();

class CoveredTray extends Emitter implements Covered<Electron.Tray, 'tray'> {
  #menu: Electron.Menu | null = null;
  #isDestroyed = false;

  constructor(_image: Electron.NativeImage | string) {
    super();
    record('Tray');
    TRAYS.add(this);
  }
  destroy(): void {
    this.#isDestroyed = true;
    TRAYS.delete(this);
    record('tray.destroy');
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  setContextMenu(menu: Electron.Menu | null): void {
    this.#menu = menu;
    record(
      'tray.setContextMenu',
      menu?.items.map(({ label, enabled, checked }) => ({ label, enabled, checked })),
    );
  }
  setToolTip(toolTip: string): void {
    record('tray.setToolTip', toolTip);
  }
  setTitle(title: string): void {
    record('tray.setTitle', title);
  }
  setImage(_image: Electron.NativeImage | string): void {
    record('tray.setImage');
  }
  setPressedImage(_image: Electron.NativeImage | string): void {
    record('tray.setPressedImage');
  }
  setIgnoreDoubleClickEvents(ignore: boolean): void {
    record('tray.setIgnoreDoubleClickEvents', ignore);
  }
  displayBalloon(options: Electron.DisplayBalloonOptions): void {
    record('tray.displayBalloon', options.title, options.content);
  }
  popUpContextMenu(): void {
    record('tray.popUpContextMenu');
  }
  closeContextMenu(): void {
    record('tray.closeContextMenu');
  }
  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, width: 22, height: 22 };
  }

  /** What a person's press in its menu does. */
  press(labels: readonly string[]): void {
    pressItem(this.#menu, labels);
  }
}

/** See Electron's `Tray`: its calls are recorded, since there is no screen with a place for it. */
export const Tray = class {
  constructor(image: Electron.NativeImage | string) {
    // biome-ignore lint/correctness/noConstructorReturn: what `new` gives is the one that throws on what it lacks
    return strict('tray', new CoveredTray(image), MEMBERS.tray, EVENTS.tray);
  }
} as unknown as new (
  image: Electron.NativeImage | string,
) => Electron.Tray;
