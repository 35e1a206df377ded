/**
 * A JSON text with a list that is made as it is taken.
 * @param before what stands in front of the list, up to its bracket
 * @param pages JSON texts of items, some at a time
 * @param after what follows the list, from behind its bracket
 */
export async function* listPieces(
  before: string,
  pages: AsyncIterable<readonly string[]>,
  after: string,
): AsyncGenerator<string, void> {
  let start = `${before}[`;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield start + page.join(',');
    start = ',';
  }
  yield start === ',' ? `]${after}` : `${start}]${after}`;
}
