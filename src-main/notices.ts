import type { EndpointTrouble } from './server-messages';

/** A notice of the system. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The screen that a press on it opens, below the instance. Null: the window as it is. */
  readonly screen: string | null;
}

/** What notices need of the desktop; Electron in the product, plain functions in tests. */
interface NoticesParts {
  /** Shows a notice, unless the user has turned notices off. */
  readonly show: (notice: Notice) => void;
  /** Milliseconds that never go backwards. */
  readonly now: () => number;
  /** Runs `task` once after `delayMs`; the returned function keeps it from running. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

/**
 * Tells the user, outside of the window, that an endpoint needs someone.
 *
 * Promises: one endpoint is named at most once an hour. At most three notices appear in a minute, of which the last sums
 * up the others: an outage that breaks a thousand endpoints makes two notices about endpoints and one with a number.
 * Nothing is counted twice, and nothing that is held back is lost before the minute ends.
 *
 * Not promised: that someone sees them. The system decides, with its quiet hours; the pages show the same at any time.
 */
export class Notices {
  readonly #parts: NoticesParts;
  readonly #named = new Map<string, number>(); // when each endpoint was named last
  readonly #heldBack = new Set<string>(); // endpoints of the current minute without a notice of their own
  #shown = 0; // in the current minute
  #cancelMinute: (() => void) | null = null; // null: no minute runs

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  tell(troubles: readonly EndpointTrouble[]): void {
    const now = this.#parts.now();
    for (const [id, at] of this.#named) if (now - at >= NAMED_AGAIN_MS) this.#named.delete(id);
    for (const trouble of troubles) {
      if (this.#named.has(trouble.endpointId)) continue;
      this.#named.set(trouble.endpointId, now);
      if (this.#shown < SINGLE_A_MINUTE) this.#show(noticeOf(trouble));
      else this.#heldBack.add(trouble.endpointId);
    }
  }

  /** Shows nothing that is held back. Call it before the program ends. */
  stop(): void {
    this.#cancelMinute?.();
  }

  #show(notice: Notice): void {
    this.#shown += 1;
    this.#cancelMinute ??= this.#parts.after(MINUTE_MS, () => this.#endMinute());
    this.#parts.show(notice);
  }

  #endMinute(): void {
    const count = this.#heldBack.size;
    this.#heldBack.clear();
    this.#shown = 0;
    this.#cancelMinute = null;
    if (count === 0) return;
    this.#show({
      title: `${count} more ${count === 1 ? 'endpoint needs' : 'endpoints need'} attention`,
      body: 'Open the list to see which, since when, and why.',
      screen: 'deliveries/attention',
    });
  }
}

const MINUTE_MS = 60_000;
const SINGLE_A_MINUTE = 2;
const NAMED_AGAIN_MS = 3_600_000;

function noticeOf({ kind, host, appName, appId, endpointId }: EndpointTrouble): Notice {
  const screen = `apps/${encodeURIComponent(appId)}/endpoints/${encodeURIComponent(endpointId)}`;
  if (kind === 'disabled')
    return {
      title: `${host} was disabled`,
      body: `Nothing is sent to this endpoint of ${appName} until someone enables it. Its deliveries wait.`,
      screen,
    };
  if (kind === 'failing')
    return {
      title: `${host} is failing`,
      body: `Attempts to this endpoint of ${appName} have failed for more than a minute. They will be retried.`,
      screen,
    };
  return {
    title: `${host} is delayed`,
    body: `Messages to this endpoint of ${appName} wait for longer than five minutes. Nothing is lost.`,
    screen: `${screen}/live`,
  };
}
