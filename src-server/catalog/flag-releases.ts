import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { WokenService } from '../base/woken-service';
import type { FlagReleaseStore } from '../storage/catalog/flag-release-store';

interface FlagReleasesParts {
  readonly store: Pick<FlagReleaseStore, 'next' | 'run'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each release that was done here. */
  readonly onReleased: () => void;
}

/** While something is planned, how often the clock is looked at: it may jump, and a timer does not see that. */
const LOOK_EVERY_MS = 2000;

/**
 * Does planned releases at their time, by the clock of this computer, and at the start what became due before. It is
 * woken when what is planned has changed. On several nodes, the one that keeps house runs it.
 */
export class FlagReleases extends WokenService {
  readonly name = 'planned releases';
  readonly #parts: FlagReleasesParts;

  constructor(parts: FlagReleasesParts) {
    super(parts.clock);
    this.#parts = parts;
  }

  protected async look(): Promise<void> {
    const { store, clock, log, onReleased } = this.#parts;
    let next: Awaited<ReturnType<FlagReleaseStore['next']>>;
    try {
      for (;;) {
        if (!this.isRunning) return;
        next = await store.next();
        if (next === undefined || next.at > clock.now()) break;
        if (await store.run(next.id, clock.now())) {
          log.info({ release: next.id }, 'a planned release was done');
          onReleased();
        }
      }
    } catch (cause) {
      log.warn({ err: cause }, 'a planned release could not be done; it will be retried');
      this.lookIn(LOOK_EVERY_MS);
      return;
    }
    if (next) this.#await(next.at);
  }

  #await(at: number): void {
    const leftMs = at - this.#parts.clock.now();
    this.lookIn(Math.min(leftMs, LOOK_EVERY_MS), () => {
      if (this.#parts.clock.now() < at) this.#await(at);
      else void this.wake();
    });
  }
}
