import type { Log } from '../base/log';
import type { TrafficBucket } from '../contract/traffic';
import type { TrafficMinute, TrafficStore } from '../storage/messages/traffic-store';

interface MinuteLogParts {
  readonly log: Log;
  readonly store: TrafficStore;
  /** True: nothing is removed because of its age. Absent: never. */
  readonly keepsAll?: (() => boolean) | undefined;
}

/** How far back minutes are kept, in seconds. */
export const KEPT_MINUTES_S = 24 * 3600;

/** The ended minutes of all endpoints on their way into the database: written together, one batch after the other. */
export class MinuteLog {
  readonly #parts: MinuteLogParts;
  #ended: TrafficMinute[] = [];
  /** Ended, and on their way to the disk. */
  #beingWritten: readonly (readonly TrafficMinute[])[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: MinuteLogParts) {
    this.#parts = parts;
  }

  /** @param minute null: none has ended */
  add(endpointId: string, minute: TrafficBucket | null): void {
    if (minute) this.#ended.push({ endpointId, ...minute });
  }

  /** Writes what has ended. A batch that cannot be written is lost. @param nowS seconds since 1970 */
  write(nowS: number): void {
    const minutes = this.#ended;
    if (minutes.length === 0) return;
    this.#ended = [];
    this.#beingWritten = [...this.#beingWritten, minutes];
    const { store, log, keepsAll } = this.#parts;
    const keepFromS = keepsAll?.() ? 0 : nowS - KEPT_MINUTES_S;
    this.#writing = this.#writing
      .then(() => store.add(minutes, keepFromS))
      .catch((cause: unknown) => log.warn({ err: cause }, 'a minute of the traffic history was lost'))
      .finally(() => {
        this.#beingWritten = this.#beingWritten.filter((batch) => batch !== minutes);
      });
  }

  /** The minutes of these endpoints that are not in the database yet. */
  unwritten(endpointIds: ReadonlySet<string>): TrafficMinute[] {
    return [...this.#beingWritten.flat(), ...this.#ended].filter(({ endpointId }) =>
      endpointIds.has(endpointId),
    );
  }

  /** Resolves when everything that was to be written has been. */
  settled(): Promise<void> {
    return this.#writing;
  }
}
