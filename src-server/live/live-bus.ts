/**
 * Tells watchers what happens, without letting them slow it down.
 *
 * Promises: publishing never waits and costs nothing while nobody listens. A listener is called at most four times a
 * second; what happened in between comes in one call with the newest 200 attempts and the number of those left out, the
 * current state of each background task, and each changed working copy once. The first event after a quiet period is passed on in the same turn of the
 * event loop.
 * Not promised: history. Late subscribers ask the API for what happened before.
 */
import type { Clock, Timer } from '../base/clock';
import type { BackgroundTaskOut } from '../contract/background-task';
import type { LiveAttempt, LiveEvent } from '../contract/live-event';

/** News that only says what to read again. */
type Notice =
  | 'catalog-changed'
  | 'applications-changed'
  | 'attention-changed'
  | 'sending-changed'
  | 'network-changed';

/** What can be published; it comes out as LiveEvent, with attempts batched. */
export type LiveNews =
  | { readonly kind: 'attempt'; readonly attempt: LiveAttempt }
  | { readonly kind: Notice }
  | { readonly kind: 'working-copy-changed'; readonly connectionId: string }
  | { readonly kind: 'background-task'; readonly task: BackgroundTaskOut };

/** Gets everything since its last call. Must not throw or block. */
export type LiveListener = (events: readonly LiveEvent[]) => void;

export interface LiveBus {
  publish(news: LiveNews): void;
  /** False: nobody listens, so news need not even be built. */
  readonly isWatched: boolean;
  /**
   * Calls `listener` from now on; call the returned function to stop.
   * @param from `here`: without what other nodes have published, for those who tell them. Absent: with it
   */
  subscribe(listener: LiveListener, from?: 'here'): () => void;
}

/** One of several nodes that share a database. */
export interface SharedLiveBus extends LiveBus {
  /** What another node has published. */
  relay(event: LiveEvent): void;
  /** Calls `listener` when the first begins to listen to all nodes, and when the last has stopped. */
  onWatched(listener: (isWatched: boolean) => void): void;
}

const PUSH_INTERVAL_MS = 250;
const ATTEMPTS_PER_PUSH = 200;

export function createLiveBus(clock: Clock): SharedLiveBus {
  const subscribers = new Set<Subscriber>();
  /** Those among them who listen to all nodes. */
  const ofAll = new Set<Subscriber>();
  const watchers: ((isWatched: boolean) => void)[] = [];
  return {
    publish(news) {
      for (const subscriber of subscribers) subscriber.take(news);
    },
    get isWatched() {
      return subscribers.size > 0;
    },
    subscribe(listener, from) {
      const subscriber = new Subscriber(clock, listener);
      subscribers.add(subscriber);
      if (from !== 'here') {
        ofAll.add(subscriber);
        if (ofAll.size === 1) for (const tell of watchers) tell(true);
      }
      return () => {
        subscribers.delete(subscriber);
        subscriber.close();
        if (ofAll.delete(subscriber) && ofAll.size === 0) for (const tell of watchers) tell(false);
      };
    },
    relay(event) {
      for (const subscriber of ofAll) subscriber.takeRelayed(event);
    },
    onWatched: (listener) => void watchers.push(listener),
  };
}

class Subscriber {
  readonly #clock: Clock;
  readonly #listener: LiveListener;
  #attempts: LiveAttempt[] = [];
  #skipped = 0;
  readonly #notices = new Set<Notice>();
  /** Connections whose working copy has changed. */
  readonly #copies = new Set<string>();
  readonly #tasks = new Map<string, BackgroundTaskOut>();
  /** Runs while the listener may not be called yet. */
  #pause: Timer | null = null;
  #scheduled = false;
  #closed = false;

  constructor(clock: Clock, listener: LiveListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  take(news: LiveNews): void {
    if (news.kind === 'attempt') this.#takeAttempt(news.attempt);
    else if (news.kind === 'background-task') this.#tasks.set(news.task.id, news.task);
    else if (news.kind === 'working-copy-changed') this.#copies.add(news.connectionId);
    else this.#notices.add(news.kind);
    this.#schedule();
  }

  takeRelayed(event: LiveEvent): void {
    if (event.kind !== 'attempts') {
      if (event.kind !== 'buckets') this.take(event); // those are only for who watches the endpoint
      return;
    }
    for (const attempt of event.attempts) this.#takeAttempt(attempt);
    this.#skipped += event.skipped;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#pause || this.#scheduled) return;
    // At the end of this turn, so that a whole committed batch goes out as one push.
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#push();
    });
  }

  close(): void {
    this.#closed = true;
    this.#pause?.cancel();
  }

  #takeAttempt(attempt: LiveAttempt): void {
    this.#attempts.push(attempt);
    // Twice the limit before cutting, so that cutting costs little per attempt.
    if (this.#attempts.length < 2 * ATTEMPTS_PER_PUSH) return;
    this.#skipped += this.#attempts.length - ATTEMPTS_PER_PUSH;
    this.#attempts = this.#attempts.slice(-ATTEMPTS_PER_PUSH);
  }

  #push(): void {
    this.#pause = null;
    if (this.#closed) return;
    const events: LiveEvent[] = [...this.#notices].map((kind) => ({ kind }));
    for (const connectionId of this.#copies) events.push({ kind: 'working-copy-changed', connectionId });
    for (const task of this.#tasks.values()) events.push({ kind: 'background-task', task });
    if (this.#attempts.length > 0) {
      const attempts = this.#attempts.slice(-ATTEMPTS_PER_PUSH);
      const skipped = this.#skipped + this.#attempts.length - attempts.length;
      events.push({ kind: 'attempts', attempts, skipped });
    }
    if (events.length === 0) return;
    this.#attempts = [];
    this.#skipped = 0;
    this.#notices.clear();
    this.#copies.clear();
    this.#tasks.clear();
    this.#pause = this.#clock.setTimer(PUSH_INTERVAL_MS, () => this.#push());
    this.#listener(events);
  }
}
