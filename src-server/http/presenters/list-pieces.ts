/**
 * A JSON text with a list that is generated lazily.
 * @param before what precedes the list, including its bracket
 * @param pages JSON texts of items, some at a time
 * @param after what follows the list, starting with its bracket
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
