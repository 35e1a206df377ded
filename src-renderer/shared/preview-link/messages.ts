import type { PortalLookOut } from '../../../src-server/contract/portal-look';

/**
 * What the preview of the admin pages and a framed portal say to each other.
 *
 * A frame is a real portal of a customer, in a sandbox without an origin. It must learn nothing that its own token
 * does not show: no message to it carries the name of an event type that it has not named itself, and none carries a
 * token. What is hidden is drawn over the frame by the page around it; the frame only makes room.
 */

/** What a framed portal says first, to the page around it; a port comes back. */
export const HELLO = 'posthorn.preview.hello';
/** What the page around it answers, together with the port that everything else goes through. */
export const PORT = 'posthorn.preview.port';

/** Room for something that is hidden here, beside an event type that is not. */
export interface Gap {
  /** An event type that the frame shows. */
  readonly anchor: string;
  readonly side: 'before' | 'after';
  /** Beside its row, or beside the whole group that it stands in. */
  readonly around: 'row' | 'group';
  readonly heightPx: number;
}

/** A rectangle of the frame, in CSS pixels of the frame, from the top left of what is seen of it. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where an event type stands in a frame. */
export interface NamedPlace extends Place {
  readonly name: string;
}

/** Where the top of a frame is: at an event type, and how far down the page. */
export interface ScrollPoint {
  /** The first event type that is seen. Null: the page shows none. */
  readonly anchor: string | null;
  /** How far below the top of the frame its row begins, in pixels. */
  readonly topPx: number;
  /** 0 at the top of the page, 1 at its end. */
  readonly fraction: number;
}

/** A key press that no field of the portal took, as the keys of the preview. */
export interface FrameKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A page of a frame as a picture can be made of it. */
export interface PagePicture {
  /** The document as XHTML, without scripts. */
  readonly markup: string;
  /** Its style sheets: files of the server by their address, others (null) by their text. */
  readonly sheets: readonly { readonly href: string | null; readonly text: string }[];
  /** The fonts in use, as `fontKey` writes them. */
  readonly fonts: readonly string[];
  readonly theme: string;
  readonly rootFontPx: number;
  /** All of the page, not only what is seen of it. */
  readonly width: number;
  readonly height: number;
  /** The room that was made, in pixels from the top of the page, in the order of the gaps. */
  readonly gaps: readonly (Place | null)[];
}

/** One font of a family, as both sides write it. */
export function fontKey(family: string, unicodeRange: string): string {
  return `${family.replace(/["']/g, '').trim()} ${unicodeRange.replace(/\s/g, '').toLowerCase()}`;
}

/** Said to a frame. */
export type ToFrame =
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' }
  /** Settings of the look that are being tried, and not saved. */
  | { readonly kind: 'look'; readonly settings: PortalLookOut }
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'scroll'; readonly to: ScrollPoint }
  | { readonly kind: 'gaps'; readonly gaps: readonly Gap[] }
  | { readonly kind: 'picture'; readonly id: number };

/** Said by a frame. `alone`: Alt was held, so that the others stay where they are. */
export type FromFrame =
  | { readonly kind: 'path'; readonly path: string; readonly alone: boolean }
  /** The event types that the page shows, in order; and how long the list is that they come from. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** Where those that are seen stand now, and the room that was made. */
  | {
      readonly kind: 'places';
      readonly places: readonly NamedPlace[];
      readonly gaps: readonly (Place | null)[];
    }
  | { readonly kind: 'scrolled'; readonly at: ScrollPoint; readonly alone: boolean }
  | { readonly kind: 'hover'; readonly name: string | null }
  | { readonly kind: 'key'; readonly press: FrameKey }
  | { readonly kind: 'picture'; readonly id: number; readonly picture: PagePicture };
