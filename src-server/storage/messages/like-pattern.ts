/** A LIKE pattern that finds the word anywhere, with LIKE's special characters escaped by a backslash. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
