import type { FromFrame, Gap, Place, ScrollPoint } from '../../shared/preview-link/messages';
import {
  type Anchor,
  anchorAt,
  elementBeside,
  findAnchors,
  makeRoomBeside,
  placeOfGap,
  rowSizes,
} from './anchors';
import { isForPreview } from './frame-keys';

/** How close to our own scroll position an event must be to count as ours, in pixels. */
const SAME_PX = 2;
/** A frame out of sight is not drawn, and has no animation frames: after this long it reports without one. */
const UNDRAWN_MS = 150;

/**
 * Watches one page of a framed portal: which event types it shows and where, how it is scrolled, what is under the
 * pointer. Owns the room that is made between rows.
 */
export class FrameReporter {
  readonly #say: (message: FromFrame) => void;
  readonly #stop = new AbortController();
  readonly #observers: { disconnect(): void }[] = [];
  #anchors: readonly Anchor[] = [];
  #names = '';
  #gaps: readonly Gap[] = [];
  readonly #takeBack: (() => void)[] = [];
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sizes = '';
  #hovered: string | null = null;
  /** Position of the last scroll by message. Null: a person has scrolled since. */
  #scrolledTo: number | null = null;
  /** True while Alt is held: actions here affect no other frame. */
  alone = false;

  constructor(say: (message: FromFrame) => void) {
    this.#say = say;
  }

  /** Starts watching, and reports the current state. */
  start(): void {
    const { signal } = this.#stop;
    const options = { signal, passive: true, capture: true } as const;
    const alt = (event: KeyboardEvent | MouseEvent) => {
      this.alone = event.altKey;
    };
    for (const type of ['keyup', 'wheel', 'pointerdown', 'pointermove'] as const) {
      window.addEventListener(type, alt as EventListener, options);
    }
    window.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    window.addEventListener('scroll', () => this.#onScroll(), options);
    window.addEventListener('resize', () => this.look(), options);
    document.addEventListener('pointerover', ({ target }) => this.#point(target), options);
    document.addEventListener('focusin', ({ target }) => this.#point(target), options);
    document.documentElement.addEventListener('pointerleave', () => this.#point(null), options);
    const mutations = new MutationObserver(() => this.look());
    mutations.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(() => this.look());
    sizes.observe(document.body);
    this.#observers.push(mutations, sizes);
    this.look();
  }

  stop(): void {
    this.#stop.abort();
    for (const observer of this.#observers) observer.disconnect();
    this.#forgetLook();
  }

  /** Inspects the page again, at most once per animation frame. */
  look(): void {
    this.#forgetLook();
    this.#frame = requestAnimationFrame(() => this.#report());
    this.#timer = setTimeout(() => this.#report(), UNDRAWN_MS);
  }

  #forgetLook(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  /** Makes room between rows, replacing the previous room. */
  makeRoom(gaps: readonly Gap[]): void {
    this.#gaps = gaps;
    this.look();
  }

  /** The places of the room, in the order of the gaps. Null: there is no such row. */
  placesOfGaps(): (Place | null)[] {
    return this.#gaps.map((gap) => {
      const element = elementBeside(this.#anchors, gap);
      return element && placeOfGap(element, gap);
    });
  }

  /** Scrolls to the position of another frame: to the same event type, otherwise equally far down. */
  scrollTo({ anchor, topPx, fraction }: ScrollPoint): void {
    const row = this.#anchors.find(({ name }) => name === anchor)?.row;
    const most = document.documentElement.scrollHeight - window.innerHeight;
    const wanted =
      row && fraction > 0 && fraction < 1
        ? window.scrollY + row.getBoundingClientRect().top - topPx
        : fraction * most;
    window.scrollTo({ top: wanted, behavior: 'instant' });
    this.#scrolledTo = window.scrollY;
  }

  #report(): void {
    this.#forgetLook();
    this.#anchors = findAnchors(document);
    for (const takeBack of this.#takeBack.splice(0)) takeBack();
    this.#measure();
    this.#room();
    const names = this.#anchors.map(({ name }) => name);
    const joined = names.join('\n');
    if (joined !== this.#names) this.#say({ kind: 'names', names });
    this.#names = joined;
    this.#places();
  }

  #measure(): void {
    const rows = rowSizes(this.#anchors);
    const text = JSON.stringify(rows);
    if (text !== this.#sizes) this.#say({ kind: 'sizes', rows });
    this.#sizes = text;
  }

  #room(): void {
    for (const gap of this.#gaps) {
      const element = elementBeside(this.#anchors, gap);
      if (element) this.#takeBack.push(makeRoomBeside(element, gap));
    }
  }

  #places(): void {
    const places = this.#anchors.flatMap(({ name, row }) => {
      const { x, y, width, height, bottom, top } = row.getBoundingClientRect();
      return bottom < 0 || top > window.innerHeight ? [] : [{ name, x, y, width, height }];
    });
    this.#say({ kind: 'places', places, gaps: this.placesOfGaps() });
  }

  #onScroll(): void {
    this.#places();
    if (this.#scrolledTo !== null && Math.abs(window.scrollY - this.#scrolledTo) < SAME_PX) return;
    this.#scrolledTo = null;
    this.#say({ kind: 'scrolled', at: this.#scrollPoint(), alone: this.alone });
  }

  #scrollPoint(): ScrollPoint {
    const most = document.documentElement.scrollHeight - window.innerHeight;
    const first = this.#anchors.find(
      ({ row }) => !row.closest('nav') && row.getBoundingClientRect().top >= 0,
    );
    return {
      anchor: first?.name ?? null,
      topPx: first?.row.getBoundingClientRect().top ?? 0,
      fraction: most > 0 ? Math.min(1, window.scrollY / most) : 0,
    };
  }

  #point(target: EventTarget | null): void {
    const name = anchorAt(this.#anchors, target)?.name ?? null;
    if (name === this.#hovered) return;
    this.#hovered = name;
    this.#say({ kind: 'hover', name });
  }

  #onKey(event: KeyboardEvent): void {
    this.alone = event.altKey;
    if (!isForPreview(event)) return;
    event.preventDefault();
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    this.#say({ kind: 'key', press: { key, ctrlKey, metaKey, altKey, shiftKey } });
  }
}
