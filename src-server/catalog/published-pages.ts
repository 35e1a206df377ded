import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { type CatalogAssets, FIRST_PAGE } from '../contract/public-catalog';
import type { PublicCatalogStore } from '../storage/catalog/public-catalog-store';
import type { SettingStore } from '../storage/installation/setting-store';
import type { PublicPageBuilder } from './public-page-builder';
import {
  hexHash,
  type PageFile,
  type PageList,
  readPageList,
  sizesOf,
  strayFiles,
} from './public-site/page-files';
import { publicSite } from './public-site/public-site';
import type { WorkerCaller } from './workers/worker-budget';

/** How long a visitor waits for pages being made: the first ones, and those after a change. */
const WAIT_MS = { first: 10_000, changed: 3_000 };
/** When a visitor who waited in vain may try again. */
const RETRY_AFTER_S = 5;
/** After each failure, the next try comes later. */
const RETRY_MS = { least: 1_000, most: 60_000 };
/**
 * The longest pause between two builds; it is as long as the previous build took, so that successive changes take at
 * most half the time.
 */
const PAUSE_MAX_MS = 1_000;
/** Work of the server itself, not charged to anybody's budget. */
const NOBODY: WorkerCaller = { key: 'public catalog', allowance: null };

interface PublishedPagesParts {
  /** Where the files are; it contains nothing else. */
  readonly folder: string;
  readonly store: PublicCatalogStore;
  readonly settings: Pick<SettingStore, 'current'>;
  readonly builder: PublicPageBuilder;
  readonly assets: CatalogAssets;
  /** The domain that serves the catalog; null for none. */
  readonly domain: () => string | null;
  /** Distinguishes the program that makes the pages from its other versions. */
  readonly program: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The public catalog as files, which are made after a change, never on a visit.
 *
 * Promises: visitors see the whole catalog as of one moment, and the next one as soon as all of it is made; each visit
 * costs only the sending. An unpublished catalog has no files. A catalog with an event type that has since been hidden,
 * archived or removed is no longer shown: visitors wait for the next one.
 */
export class PublishedPages implements Service {
  readonly name = 'public catalog';
  readonly #parts: PublishedPagesParts;
  readonly #stopping = new AbortController();
  /** What visitors see. Null: nothing is made yet, or nothing is published. */
  #list: PageList | null = null;
  /** Ends the task that a worker runs for this. */
  #leave: () => void = () => {};
  #isChecked = false;
  #isStale = false;
  #working: Promise<void> | null = null;
  /** Resolves when the pages show what has changed since the last build began. Null: nothing has. */
  #queued: Deferred | null = null;
  /** Resolves when it is known whether the previous pages may still be shown. */
  #withdrawn: Promise<void> = Promise.resolve();
  /** Resolves with the current build. Null: there is none. */
  #running: Deferred | null = null;

  constructor(parts: PublishedPagesParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.refresh();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#leave();
    this.#queued?.resolve();
    this.#running?.resolve();
    await this.#working;
  }

  /** Call this after every change of the catalog or the settings: rebuilds the pages if they differ. */
  refresh(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isStale = true;
    this.#queued ??= deferred();
    this.#withdrawn = this.#withdraw();
    this.#working ??= this.#work();
  }

  /**
   * The file of the page at this path below /catalog/, "" for the first one. Null: not published, or no such page.
   * Rejects with 503 while making the first pages takes longer than a visitor waits.
   */
  async find(path: string): Promise<PageFile | null> {
    const list = await this.#current();
    if (list === null) return null;
    const wanted = path === '' ? FIRST_PAGE : path;
    return Object.hasOwn(list.pages, wanted) ? (list.pages[wanted] ?? null) : null;
  }

  /** The paths of all pages, below /catalog/. Null: not published. Rejects as `find` does. */
  async paths(): Promise<readonly string[] | null> {
    const list = await this.#current();
    return list && Object.keys(list.pages);
  }

  async #current(): Promise<PageList | null> {
    if (!this.#isPublished()) return null;
    await this.#withdrawn;
    const pending = this.#queued ?? this.#running;
    if (pending) {
      const waitMs = this.#list ? WAIT_MS.changed : WAIT_MS.first;
      const enough = new AbortController(); // clears the timer of a visitor who no longer waits
      await Promise.race([pending.promise, this.#parts.clock.sleep(waitMs, enough.signal)]);
      enough.abort();
    }
    if (!this.#isPublished()) return null;
    if (this.#list === null) {
      throw apiError(
        'unavailable',
        'The public catalog is being generated. Try again in 5 seconds.',
        RETRY_AFTER_S,
      );
    }
    return this.#list;
  }

  #isPublished(): boolean {
    const { eventCatalogPublished, displayName } = this.#parts.settings.current();
    return eventCatalogPublished && displayName !== null;
  }

  async #work(): Promise<void> {
    const { clock, log } = this.#parts;
    let retryMs = RETRY_MS.least;
    while (this.#isStale && !this.#stopping.signal.aborted) {
      this.#isStale = false;
      this.#running = this.#queued;
      this.#queued = null;
      const beganUs = clock.monotonicUs();
      let pauseMs = 0;
      try {
        await this.#update();
        pauseMs = Math.min(PAUSE_MAX_MS, (clock.monotonicUs() - beganUs) / 1000);
        retryMs = RETRY_MS.least;
      } catch (cause) {
        if (this.#stopping.signal.aborted) break;
        log.warn({ err: cause }, 'the public catalog could not be generated; it will be retried');
        this.#isStale = true;
        pauseMs = retryMs;
        retryMs = Math.min(RETRY_MS.most, retryMs * 2);
      }
      this.#running?.resolve();
      this.#running = null;
      await clock.sleep(pauseMs, this.#stopping.signal);
    }
    this.#working = null;
  }

  async #update(): Promise<void> {
    const { folder, settings, builder, assets, domain } = this.#parts;
    if (!this.#isPublished()) return this.#clear();
    const site = publicSite(settings.current(), assets, { domain: domain() });
    const fingerprint = hexHash(this.#parts.program, JSON.stringify(site), await this.#parts.store.version());
    if (!this.#isChecked) await this.#check(fingerprint);
    if (this.#list?.fingerprint === fingerprint) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const onGone = (listener: () => void) => {
      this.#leave = listener;
    };
    await builder.build(site, { folder, compress: true, fingerprint }, { caller: NOBODY, onGone });
    if (!this.#isPublished()) return this.#clear();
    this.#list = await readPageList(folder);
    await this.#withdraw(); // what was hidden while they were made
    await this.#sweep();
  }

  /** Hiding an event type cannot wait until the pages without it are made. */
  async #withdraw(): Promise<void> {
    const list = this.#list;
    // If nobody can tell, nothing is shown.
    const isRight = list === null || (await this.#parts.store.arePublic(list.eventTypes).catch(() => false));
    if (!isRight && this.#list === list) this.#list = null;
  }

  /** Takes over what an earlier run has made, if it is complete and still correct; its pages are reused in any case. */
  async #check(fingerprint: string): Promise<void> {
    const { folder } = this.#parts;
    const list = await readPageList(folder);
    if (list === null || !(await isWhole(folder, list))) return this.#clear();
    this.#isChecked = true;
    if (list.fingerprint === fingerprint) {
      this.#list = list;
      await this.#sweep();
    }
  }

  /** Removes files that no visitor sees anymore. */
  async #sweep(): Promise<void> {
    if (this.#list === null) return;
    const { folder } = this.#parts;
    for (const name of await strayFiles(folder, this.#list)) await rm(join(folder, name), { force: true });
  }

  async #clear(): Promise<void> {
    this.#list = null;
    await rm(this.#parts.folder, { recursive: true, force: true });
    this.#isChecked = true;
  }
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function deferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A power cut can leave files that have names but no content. */
async function isWhole(folder: string, { pages }: PageList): Promise<boolean> {
  for (const { name, bytes } of Object.values(pages)) {
    const found = await sizesOf(folder, name);
    if (bytes.some((wanted, index) => wanted !== null && wanted !== found[index])) return false;
  }
  return true;
}
