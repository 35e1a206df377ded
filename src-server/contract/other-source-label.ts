import type { OtherSource } from './import-plan';

/** A document in a sentence: `“Shop” (shop.json)`. */
export function otherSourceLabel({ title, fileName }: OtherSource): string {
  const named = title === '' ? 'a document without a title' : `“${title}”`;
  return fileName === null ? named : `${named} (${fileName})`;
}
