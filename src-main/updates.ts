/**
 * Newer versions of this program.
 *
 * Promises: an update is looked for soon after the start and then every six hours. One that is signed is downloaded, and
 * the user is asked once for each version. Nothing is installed unless the user presses "Restart to update", and then
 * only after the server has stopped as for any other quit: requests in flight have ended, the database is closed. An
 * installation that fails ends the program like a quit; the old version starts the next time.
 *
 * Not promised: that an update arrives. Every failure is one line in the log, and the next look comes six hours later.
 *
 * States: idle -> looking -> (idle | downloaded) -> (idle | chosen) -> installing.
 */
export class Updates {
  readonly #parts: UpdatesParts;
  #offered: string | null = null; // the version that the user was asked about last
  #chosen = false;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
  }

  /** Starts looking. Called once. */
  start(): void {
    this.#parts.after(FIRST_LOOK_MS, () => void this.#lookAndAgain());
  }

  /**
   * Installs the update if the user chose to. Called while quitting, when the server has stopped.
   *
   * @returns true: the installation now ends this program; false: there is nothing to install
   */
  installWhenChosen(): boolean {
    if (!this.#chosen) return false;
    this.#chosen = false;
    this.#parts.source.install((cause) => {
      this.#log('could not be installed', cause);
      this.#parts.quit();
    });
    return true;
  }

  async #lookAndAgain(): Promise<void> {
    try {
      await this.#look();
    } catch (cause) {
      this.#log('could not be checked for or downloaded', cause);
    }
    if (!this.#chosen) this.#parts.after(NEXT_LOOK_MS, () => void this.#lookAndAgain());
  }

  async #look(): Promise<void> {
    const { source, ask, quit } = this.#parts;
    const version = await source.find();
    if (version === null || version === this.#offered) return;
    await source.download();
    this.#offered = version;
    if (!(await ask(version))) return;
    this.#chosen = true;
    quit();
  }

  #log(what: string, cause: unknown): void {
    this.#parts.log(`An update ${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** What updates need of the desktop; Electron in the product, plain functions in tests. */
export interface UpdatesParts {
  readonly source: UpdateSource;
  /** Asks the user whether to restart now into this version. It is downloaded. */
  readonly ask: (version: string) => Promise<boolean>;
  /** Quits as the user would: the server stops first, and then `installWhenChosen` is called. */
  readonly quit: () => void;
  /** Runs `task` once after `delayMs`. */
  readonly after: (delayMs: number, task: () => void) => void;
  /** One line for whoever reads the output of the program. */
  readonly log: (line: string) => void;
}

/** Where updates come from. */
export interface UpdateSource {
  /**
   * @returns the newer version that is offered to this installation, as `1.2.3`; null when there is none
   * @throws Error when the server cannot be reached, or when what it offers is not signed
   */
  find(): Promise<string | null>;
  /** Downloads what `find` found, and verifies its checksum. */
  download(): Promise<void>;
  /** Installs what was downloaded, and ends this program. `onFailure` is called once if that is impossible. */
  install(onFailure: (cause: unknown) => void): void;
}

/** After the window is there, so that a start is never slower for it. */
const FIRST_LOOK_MS = 30_000;
const NEXT_LOOK_MS = 6 * 3_600_000;
