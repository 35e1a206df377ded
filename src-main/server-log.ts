import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What the server process writes to its output, as a file and as the newest lines: a program that was started by a
 * double click has no terminal where somebody could read why the service stopped.
 *
 * Promises: the file and the one before it are together at most 10 MB. A disk that cannot be written to is not an error
 * here: the newest lines are still in memory.
 */
export class ServerLog {
  readonly #file: string;
  readonly #maxBytes: number;
  #size: number;
  #lines: string[] = [];
  #rest = ''; // of the last chunk, after its last line break

  /** @param maxBytes a file larger than this becomes the one before, whose content is dropped */
  constructor(file: string, maxBytes = MAX_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#size = sizeOf(file);
  }

  /** Adds a piece of the output, which may end in the middle of a line. */
  write(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = (lines.pop() ?? '').slice(-MAX_LINE);
    this.#lines = [...this.#lines, ...lines.filter((line) => line.trim() !== '')].slice(-KEPT_LINES);
    try {
      if (this.#size > this.#maxBytes) this.#startAnew();
      appendFileSync(this.#file, chunk, { mode: 0o600 });
      this.#size += Buffer.byteLength(chunk);
    } catch {
      // See above.
    }
  }

  /** The newest lines as people read them, oldest first, each of at most 200 characters. */
  newest(count: number): readonly string[] {
    return this.#lines.slice(-count).map(readable);
  }

  #startAnew(): void {
    rmSync(`${this.#file}.1`, { force: true });
    renameSync(this.#file, `${this.#file}.1`);
    this.#size = 0;
  }
}

const MAX_BYTES = 5_000_000;
const KEPT_LINES = 200;
const MAX_LINE = 4_000;
const SHOWN_LENGTH = 200;

function sizeOf(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A line of the log is JSON; of that, the time, the message and the error are worth the little room. */
function readable(line: string): string {
  let text = line;
  try {
    const { time, msg, err } = JSON.parse(line) as Record<string, unknown>;
    const error = err instanceof Object && 'message' in err ? String(err.message) : '';
    const clock = typeof time === 'string' ? time.slice(11, 19) : '';
    text = [clock, msg, error].filter((part) => typeof part === 'string' && part !== '').join(' ');
  } catch {
    // Written by something else than the log, such as Node itself.
  }
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text;
}
