import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

/** A frame of a page, with the address and origin that Chromium reports. */
export class Frame implements Covered<Electron.WebFrameMain, 'frame'> {
  url = '';
  origin = 'null';
  name = '';
  detached = false;
  readonly #parent: Frame | null;
  /** What the program sees of it. */
  readonly asSeen: Electron.WebFrameMain;

  readonly frameId: string;

  constructor(frameId: string, parent: Frame | null) {
    this.frameId = frameId;
    this.#parent = parent;
    this.asSeen = strict('frame', this, MEMBERS.frame) as unknown as Electron.WebFrameMain;
  }

  get parent(): Electron.WebFrameMain | null {
    return this.#parent?.asSeen ?? null;
  }
  get top(): Electron.WebFrameMain | null {
    return this.#parent ? this.#parent.top : this.asSeen;
  }
  isDestroyed(): boolean {
    return this.detached;
  }
}
