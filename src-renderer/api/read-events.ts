import { RESPONSE_MAX_CHARACTERS, tooLong } from './read-response';

/**
 * Reads server-sent events from a response body: yields the data of each event, lines joined by line breaks. Comments
 * and fields other than `data` are skipped. Returns at the end of the stream; throws when it breaks. EventSource would
 * do all this, but cannot send an Authorization header.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > RESPONSE_MAX_CHARACTERS) throw tooLong();
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) {
          data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
