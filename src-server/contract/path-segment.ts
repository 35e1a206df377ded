/** Names that a URL parser folds. None is given anew; earlier versions accepted them. */
const FOLDED = /^\.{1,2}$/;
const SPELLED = /^~\.{1,2}$/;

/** A name as a segment of a path. What a URL parser would fold has a `~` before it, which no name contains. */
export function pathSegment(name: string): string {
  return FOLDED.test(name) ? `~${name}` : encodeURIComponent(name);
}

/** The name that a segment stands for, after percent-decoding. */
export function nameInPath(segment: string): string {
  return SPELLED.test(segment) ? segment.slice(1) : segment;
}
