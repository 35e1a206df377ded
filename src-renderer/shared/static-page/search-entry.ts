/** One item that the search of a static page can find. */
export interface SearchEntry {
  /** Shown first, and matched first. */
  readonly name: string;
  /** What kind of thing it is, or where it belongs; "" for nothing to say. */
  readonly what: string;
  /** One sentence; "" for none. */
  readonly text: string;
  /** Searched, and not shown. Absent: none. */
  readonly words?: string;
  /** Its address; a relative one counts from the first page. */
  readonly href: string;
}
