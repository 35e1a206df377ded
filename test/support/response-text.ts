/** The body of an answer as text. A stream has no end: its head is the answer, and the rest is not read. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  await response.body?.cancel();
  return '';
}
