import type { PortalLookOut } from '../../../src-server/contract/portal-look';

/**
 * What the preview of the admin pages and a framed portal say to each other.
 *
 * A frame is a real portal of a customer, in a sandbox without an origin. It must learn nothing beyond what its own
 * token shows: no message to it carries the name of an event type that the frame has not named itself, and none carries
 * a token. The page around the frame draws hidden types over it; the frame only makes room.
 */

/** The first message of a framed portal to the page around it; a port comes back. */
export const HELLO = 'posthorn.preview.hello';
/** The reply of the page around it, with the port that carries everything else. */
export const PORT = 'posthorn.preview.port';

/** Room for something hidden here, next to an event type that is not. */
export interface Gap {
  /** An event type that the frame shows. */
  readonly anchor: string;
  readonly side: 'before' | 'after';
  /** Next to its row, or next to its whole group. */
  readonly around: 'row' | 'group';
  readonly heightPx: number;
}

/** A rectangle of the frame, in CSS pixels, from the top left of its visible part. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Position of an event type in a frame. */
export interface NamedPlace extends Place {
  readonly name: string;
}

/** How high the row of an event type is in a frame, in CSS pixels. */
export interface RowSize {
  readonly name: string;
  readonly heightPx: number;
  /** Of the first of a group: the space above the group, and its heading. */
  readonly group?: { readonly marginPx: number; readonly titlePx: number };
}

/** How far a frame is scrolled: the event type at its top, and the distance down the page. */
export interface ScrollPoint {
  /** The first visible event type. Null: the page shows none. */
  readonly anchor: string | null;
  /** How far below the top of the frame its row begins, in pixels. */
  readonly topPx: number;
  /** 0 at the top of the page, 1 at its end. */
  readonly fraction: number;
}

/** A key press that no field of the portal handled, for the keys of the preview. */
export interface FrameKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A page of a frame, in a form that a picture can be made of. */
export interface PagePicture {
  /** The document as XHTML, without scripts. */
  readonly markup: string;
  /** Its style sheets: files of the server by address, others (null) by text. */
  readonly sheets: readonly { readonly href: string | null; readonly text: string }[];
  /** The fonts in use, as `fontKey` writes them. */
  readonly fonts: readonly string[];
  /** The font of the sender that its look reads from a file: the name of its family, and the address. Null: none. */
  readonly ownFont: { readonly name: string; readonly file: string } | null;
  readonly theme: string;
  readonly rootFontPx: number;
  /** The size of the whole page, not only of its visible part. */
  readonly width: number;
  readonly height: number;
  /** The room that was made, in pixels from the top of the page, in the order of the gaps. */
  readonly gaps: readonly (Place | null)[];
}

/** One font of a family, as both sides write it: style sheets say U+4?? where browsers say U+400-4FF. */
export function fontKey(family: string, unicodeRange: string): string {
  const ranges = unicodeRange.split(',').map((part) => {
    const [, first = '', last] = /^\s*U\+([\da-f?]+)(?:-([\da-f]+))?\s*$/i.exec(part) ?? [];
    const [low, high] = [first.replaceAll('?', '0'), last ?? first.replaceAll('?', 'F')];
    return [low, high].map((end) => Number.parseInt(end, 16)).join('-');
  });
  return `${family.replace(/["']/g, '').trim()} ${ranges.join()}`;
}

/** Messages to a frame. */
export type ToFrame =
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' }
  /** Settings of the look that are being tried out but not saved. */
  | { readonly kind: 'look'; readonly settings: PortalLookOut }
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'scroll'; readonly to: ScrollPoint }
  | { readonly kind: 'gaps'; readonly gaps: readonly Gap[] }
  /** The event types that its token shows may have changed: it reads them again, and stays where it is. */
  | { readonly kind: 'catalog' }
  | { readonly kind: 'picture'; readonly id: number };

/** Messages from a frame. `alone`: Alt was held, so the other frames stay where they are. */
export type FromFrame =
  | { readonly kind: 'path'; readonly path: string; readonly alone: boolean }
  /** The event types that the page shows, in order, and the length of the list they come from. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** Where the visible ones are now, and the room that was made. */
  | {
      readonly kind: 'places';
      readonly places: readonly NamedPlace[];
      readonly gaps: readonly (Place | null)[];
    }
  /** How much room the rows of a list take, without the room that was made: others that hide one leave as much. */
  | { readonly kind: 'sizes'; readonly rows: readonly RowSize[] }
  | { readonly kind: 'scrolled'; readonly at: ScrollPoint; readonly alone: boolean }
  | { readonly kind: 'hover'; readonly name: string | null }
  | { readonly kind: 'key'; readonly press: FrameKey }
  /** Null: the page is still loading. */
  | { readonly kind: 'picture'; readonly id: number; readonly picture: PagePicture | null }
  /** Its token is no longer accepted, and it shows no portal any longer. */
  | { readonly kind: 'ended' };
