import { record, replyOf } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { Emitter, strict } from './strict';
import { CONFIG } from './surroundings';

/** What the system tells a program about itself: power, colours, screens, the clipboard. The spec decides all of it. */

class PowerMonitor extends Emitter implements Covered<Electron.PowerMonitor, 'powerMonitor'> {
  isOnBatteryPower(): boolean {
    return replyOf('powerMonitor.isOnBatteryPower', false);
  }
  getSystemIdleState(_idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    return replyOf('powerMonitor.getSystemIdleState', 'active');
  }
  getSystemIdleTime(): number {
    return replyOf('powerMonitor.getSystemIdleTime', 0);
  }
}

class NativeTheme extends Emitter implements Covered<Electron.NativeTheme, 'nativeTheme'> {
  themeSource: 'system' | 'light' | 'dark' = 'system';

  get shouldUseDarkColors(): boolean {
    if (this.themeSource !== 'system') return this.themeSource === 'dark';
    return replyOf('nativeTheme.shouldUseDarkColors', false);
  }
  get shouldUseHighContrastColors(): boolean {
    return replyOf('nativeTheme.shouldUseHighContrastColors', false);
  }
}

class Screen extends Emitter implements Covered<Electron.Screen, 'screen'> {
  getAllDisplays(): Electron.Display[] {
    const usual = CONFIG.displays ?? [{ x: 0, y: 0, width: 1920, height: 1080 }];
    return replyOf('screen.getAllDisplays', usual).map(displayAt);
  }
  getPrimaryDisplay(): Electron.Display {
    return this.getAllDisplays()[0] as Electron.Display;
  }
  getDisplayMatching(rect: Electron.Rectangle): Electron.Display {
    return most(this.getAllDisplays(), ({ bounds }) => overlap(bounds, rect));
  }
  getDisplayNearestPoint({ x, y }: Electron.Point): Electron.Display {
    return most(this.getAllDisplays(), ({ bounds }) => -distance(bounds, x, y));
  }
  getCursorScreenPoint(): Electron.Point {
    return replyOf('screen.getCursorScreenPoint', { x: 0, y: 0 });
  }
}

function displayAt(bounds: Electron.Rectangle, index: number): Electron.Display {
  const { x, y, width, height } = bounds;
  const workArea = { x, y: y + 25, width, height: height - 25 };
  return { id: index + 1, bounds, workArea, scaleFactor: 1, rotation: 0 } as Electron.Display;
}

function most<T>(things: readonly T[], score: (thing: T) => number): T {
  return things.reduce((best, thing) => (score(thing) > score(best) ? thing : best));
}

function overlap(a: Electron.Rectangle, b: Electron.Rectangle): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}

function distance({ x, y, width, height }: Electron.Rectangle, px: number, py: number): number {
  return Math.max(x - px, px - x - width, 0) + Math.max(y - py, py - y - height, 0);
}

let copied = '';

/** See Electron's `powerMonitor`. */
export const powerMonitor = strict(
  'powerMonitor',
  new PowerMonitor(),
  MEMBERS.powerMonitor,
  EVENTS.powerMonitor,
);

/** See Electron's `nativeTheme`. */
export const nativeTheme = strict('nativeTheme', new NativeTheme(), MEMBERS.nativeTheme, EVENTS.nativeTheme);

/** See Electron's `screen`. */
export const screen = strict('screen', new Screen(), MEMBERS.screen, EVENTS.screen);

/** See Electron's `clipboard`: one text. */
export const clipboard = strict(
  'clipboard',
  {
    readText: async () => copied,
    async writeText(text: string): Promise<void> {
      copied = text;
      record('clipboard.writeText', text);
    },
    clear(): void {
      copied = '';
    },
  } satisfies Covered<Electron.Clipboard, 'clipboard'>,
  MEMBERS.clipboard,
);
