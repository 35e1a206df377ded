import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../src-renderer/api/read-events';

const encoder = new TextEncoder();

function streamOf(...chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function all(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

describe('readEvents', () => {
  it('an event is assembled from chunks that end anywhere', async () => {
    const bytes = encoder.encode('data: {"a":"ü"}\n\ndata: 2\n\n');
    const chunks = Array.from(bytes, (_, at) => bytes.slice(at, at + 1));
    expect(await all(streamOf(...chunks))).toEqual(['{"a":"ü"}', '2']);
  });

  it('comments and other fields of an event stream are skipped, and data lines are joined', async () => {
    expect(await all(streamOf(': beat\n\nevent: x\nid: 7\ndata: 1\ndata:2\n\n'))).toEqual(['1\n2']);
  });

  it('carriage returns end the lines of an event stream too', async () => {
    expect(await all(streamOf('data: 1\r\n\r\nda', 'ta: 2\r\n\r', '\n'))).toEqual(['1', '2']);
  });

  it('an event that was cut off is not delivered', async () => {
    expect(await all(streamOf('data: 1\n\ndata: 2\n'))).toEqual(['1']);
  });

  it('a broken event stream rejects its reader', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('gone')),
    });
    await expect(all(broken)).rejects.toThrow('gone');
  });
});
