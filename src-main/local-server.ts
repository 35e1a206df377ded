import {
  type EndpointTrouble,
  type FromServer,
  isFromServer,
  type ServerAddress,
  type ServerLoad,
  type ToServer,
} from './server-messages';

/**
 * The server in a process of its own, so that a hanging page or a crash of the window never stops deliveries.
 *
 * Promises: `start` answers once, with the address or with the reason why not. A server that dies later is restarted
 * after a growing pause, on the same port if that is free, and `onRestarted` gets the new address; after too many
 * deaths in a row, `onGivenUp` is called once and no further attempt is made until `start` is called again. A server
 * that is not heard of for half a minute is ended and counts as dead; one that starts has two minutes. `stop` lets requests
 * in flight finish and returns when the process is gone, by force if necessary.
 *
 * A server that is only slow is never ended, however long its start takes. Silence is counted in looks, not read from a
 * clock: while the machine sleeps, or this process is busy itself, looks do not happen either, and a server is never ended
 * for a time in which nobody listened to it. The time for a stop is counted by the server's own signs of life.
 *
 * Not promised: that nothing is lost in between. That is the server's own promise, kept by its database.
 *
 * States: idle -> starting -> running -> (waiting -> starting -> running)* -> stopping -> stopped, and from starting or
 * waiting to stopped when it cannot continue; from there, `start` begins anew.
 */
export class LocalServer {
  readonly #parts: LocalServerParts;
  #state: 'idle' | 'starting' | 'running' | 'waiting' | 'stopping' | 'stopped' = 'idle';
  #child: ServerChild | null = null; // the live process, null between two
  #deaths = 0; // in a row; back to 0 after a calm run
  #looks = 0; // since it became ready
  #silentLooks = 0; // since it was last heard of
  #stopSigns: number | null = null; // how often it was heard of since it began to stop; null before
  #isAsleep = false; // the machine
  #port: number; // the one to request next: the last one that worked
  #cancelTimer: () => void = () => {}; // of the pause or the next look; at most one is set
  #firstReport: FirstReport | null = null; // until `start` has been answered
  #whenGone: (() => void) | null = null; // while stopping

  constructor(parts: LocalServerParts) {
    this.#parts = parts;
    this.#port = parts.preferredPort;
  }

  /** Starts it: at first, or again after it was given up. Rejects with the server's own reason when it cannot start. */
  start(): Promise<ServerAddress> {
    this.#deaths = 0;
    return new Promise((resolve, reject) => {
      this.#firstReport = { resolve, reject };
      this.#launch();
    });
  }

  /** Stops it cleanly, or by force after the grace period. Safe to call at any time. */
  stop(): Promise<void> {
    this.#cancelTimer();
    const child = this.#child;
    this.#firstReport?.reject(new Error('The server was stopped before it started.'));
    this.#firstReport = null;
    if (!child) {
      this.#state = 'stopped';
      return Promise.resolve();
    }
    this.#state = 'stopping';
    return new Promise((resolve) => {
      this.#whenGone = resolve;
      this.#lookLater(child);
      child.send({ kind: 'stop' });
    });
  }

  /** Ends it at once, also while it stops: the database is intact, and what was in flight is sent again. */
  kill(): void {
    this.#child?.kill();
  }

  /** Pauses all sending, or resumes it. The next `onLoad` says what came of it. */
  pauseSending(paused: boolean): void {
    if (this.#state === 'running') this.#child?.send({ kind: 'pause-sending', paused });
  }

  /** The machine is about to sleep. */
  sleep(): void {
    this.#isAsleep = true;
    if (this.#state === 'running') this.#child?.send({ kind: 'sleep' });
  }

  /** The machine is awake. */
  wake(): void {
    this.#isAsleep = false;
    this.#silentLooks = 0;
    if (this.#state === 'running') this.#child?.send({ kind: 'wake' });
  }

  #launch(): void {
    this.#state = 'starting';
    this.#silentLooks = 0;
    this.#stopSigns = null;
    const child = this.#parts.fork();
    this.#child = child;
    child.onMessage((message) => this.#hear(child, message));
    child.onExit((code) => this.#gone(child, code));
    this.#lookLater(child);
    const { args, secretKey } = this.#parts;
    child.send({ kind: 'start', args, secretKey, preferredPort: this.#port });
  }

  #hear(child: ServerChild, message: unknown): void {
    if (child !== this.#child || !isFromServer(message)) return;
    this.#silentLooks = 0;
    if (message.kind === 'pulse') this.#parts.onLoad(message.load);
    else if (message.kind === 'certificate') this.#parts.onCertificate(message.certificate);
    else if (message.kind === 'troubles') this.#parts.onTroubles(message.troubles);
    else if (message.kind === 'stopping') {
      this.#stopSigns = 0;
      this.#parts.onStopping(message.load);
    } else if (message.kind !== 'starting' && this.#state === 'starting') this.#reported(child, message);
    if (this.#stopSigns !== null && ++this.#stopSigns > STOP_SIGNS) child.kill();
  }

  #reported(child: ServerChild, message: Extract<FromServer, { kind: 'ready' | 'failed' }>): void {
    this.#cancelTimer();
    if (message.kind === 'failed') {
      // It has said why, and waits to be ended. Starting it again would have the same result.
      this.#child = null;
      child.kill();
      this.#giveUp(message.reason);
      return;
    }
    const address = { baseUrl: message.baseUrl, adminToken: message.adminToken };
    this.#state = 'running';
    this.#port = Number(new URL(address.baseUrl).port);
    this.#looks = 0;
    this.#lookLater(child);
    if (this.#firstReport) this.#firstReport.resolve(address);
    else this.#parts.onRestarted(address);
    this.#firstReport = null;
  }

  #lookLater(child: ServerChild): void {
    this.#cancelTimer = this.#parts.after(LOOK_EVERY_MS, () => {
      if (this.#state === 'running' && ++this.#looks === CALM_LOOKS) this.#deaths = 0;
      if (!this.#isAsleep) this.#silentLooks += 1;
      this.#lookLater(child); // also at one that is to end: that of a process without a number yet had no effect
      if (this.#silentLooks >= this.#mostSilentLooks) child.kill(); // and `#gone` finds it silent
    });
  }

  get #mostSilentLooks(): number {
    return this.#state === 'starting' ? SILENT_LOOKS_AT_START : SILENT_LOOKS;
  }

  #gone(child: ServerChild, code: number): void {
    if (child !== this.#child) return;
    this.#cancelTimer();
    this.#child = null;
    if (this.#state === 'stopping') {
      this.#state = 'stopped';
      this.#whenGone?.();
      return;
    }
    const pauseMs = RESTART_PAUSES_MS[this.#deaths];
    if (this.#firstReport || pauseMs === undefined) {
      this.#giveUp(
        this.#silentLooks >= this.#mostSilentLooks
          ? `The server process did not respond for ${(this.#silentLooks * LOOK_EVERY_MS) / 1_000} seconds, and was ended.`
          : `The server process ended with code ${code}.`,
      );
      return;
    }
    this.#deaths += 1;
    this.#parts.onDown();
    this.#state = 'waiting';
    this.#cancelTimer = this.#parts.after(pauseMs, () => this.#launch());
  }

  #giveUp(reason: string): void {
    this.#state = 'stopped';
    if (this.#firstReport) this.#firstReport.reject(new Error(reason));
    else this.#parts.onGivenUp(reason);
    this.#firstReport = null;
  }
}

/** The dependencies of the local server; Electron's utility process in the product, a plain object in tests. */
interface LocalServerParts {
  /** See `ToServer`. */
  readonly args: readonly string[];
  /** The port to request first, so that links keep working from one day to the next. */
  readonly preferredPort: number;
  /** See `ToServer`. */
  readonly secretKey: string | null;
  /** Starts a process that hosts a server. */
  readonly fork: () => ServerChild;
  /** Runs `task` once after `delayMs`; the returned function keeps it from running. */
  readonly after: (delayMs: number, task: () => void) => () => void;
  /** A restarted server answers again, perhaps at another address. */
  readonly onRestarted: (address: ServerAddress) => void;
  /** What it does, every second. */
  readonly onLoad: (load: ServerLoad) => void;
  /** It has begun to stop, and this was on its way then. Null: it had not started. */
  readonly onStopping: (load: ServerLoad | null) => void;
  /** PEM of the one that it has now. Null: it speaks plain http. */
  readonly onCertificate: (certificate: string | null) => void;
  /** Endpoints that have begun to need a person. */
  readonly onTroubles: (troubles: readonly EndpointTrouble[]) => void;
  /** It died, and is about to be started again. */
  readonly onDown: () => void;
  /** It died too often, or cannot start again; called once for each `start`. */
  readonly onGivenUp: (reason: string) => void;
}

/** A process that hosts a server. */
export interface ServerChild {
  send(message: ToServer): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  /** Ends it at once. */
  kill(): void;
}

interface FirstReport {
  readonly resolve: (address: ServerAddress) => void;
  readonly reject: (reason: Error) => void;
}

const LOOK_EVERY_MS = 5_000;
/** After this many looks without a death, the pauses start from the beginning. */
const CALM_LOOKS = 12;
/** It is heard of every second, and no work of its own holds its event loop for as much as one. */
const SILENT_LOOKS = 6;
/** A machine that is busy may take long to load the program of the process, which cannot say anything until then. */
const SILENT_LOOKS_AT_START = 24;
/**
 * One a second. The server gives the requests to its API 10 s and those on their way 10 s; ten more let it record them and
 * close its database.
 */
const STOP_SIGNS = 30;
/** One pause per death in a row; after the last one it gives up: about half a minute of attempts. */
const RESTART_PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000, 16_000];
