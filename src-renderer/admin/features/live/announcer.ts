/** Nobody can follow more frequent announcements. */
const ANNOUNCE_EVERY_MS = 10_000;

/** Announces changes of a state, at most every ten seconds; of several changes only the last one. */
export interface Announcer {
  /** @param state must differ for something to be announced; @param text is then announced */
  tell(state: string, text: string): void;
  stop(): void;
}

/** @param speak puts a text into the live region */
export function createAnnouncer(speak: (text: string) => void): Announcer {
  let known: string | null = null;
  let spokenMs = Number.NEGATIVE_INFINITY;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const say = () => {
    timer = null;
    if (waiting === null) return;
    spokenMs = performance.now();
    speak(waiting);
    waiting = null;
  };
  return {
    tell(state, text) {
      const isFirst = known === null;
      // What is spoken late is what is shown by then.
      if (waiting !== null) waiting = text;
      if (state === known) return;
      known = state;
      // The screen reader reads the initial content with the page.
      if (isFirst) return;
      waiting = text;
      timer ??= setTimeout(say, Math.max(0, spokenMs + ANNOUNCE_EVERY_MS - performance.now()));
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
