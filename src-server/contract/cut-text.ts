/** At most this many UTF-16 units of a text, never ending in half a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
