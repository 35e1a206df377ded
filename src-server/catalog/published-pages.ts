import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { type CatalogAssets, FIRST_PAGE } from '../contract/public-catalog';
import type { PublicCatalogStore } from '../storage/catalog/public-catalog-store';
import type { SettingStore } from '../storage/installation/setting-store';
import { NAMES_AT_ONCE, type PagePlan, type PublicPageBuilder } from './public-page-builder';
import {
  hexHash,
  type ListedPage,
  type PageFile,
  type PageList,
  readPageList,
  sizesOf,
  strayFiles,
  writePageList,
} from './public-site/page-files';
import { publicSite } from './public-site/public-site';
import type { WorkerCaller } from './workers/worker-budget';
import type { TaskOptions } from './workers/worker-queue';

/** How long a visitor waits for a page being made: in a browser, which is shown that it waits, and a program. */
const WAIT_MS = { short: 2_000, long: 10_000 };
/** How long the catalog after a change is waited for, where there is an earlier one. */
const CHANGED_WAIT_MS = 3_000;
/** When a visitor who waited in vain may try again. */
const RETRY_AFTER_S = 2;
/** After each failure, the next try comes later. */
const RETRY_MS = { least: 1_000, most: 60_000 };
/**
 * The longest pause between two plans; it is as long as the previous one took, so that successive changes take at most
 * half the time.
 */
const PAUSE_MAX_MS = 1_000;
/** How often the list is written while pages are made: what it does not name is made again after a restart. */
const LIST_EVERY_MS = 5_000;
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
 * The public catalog as files. After a change, what covers all event types is made at once; the page of an event type
 * that has changed is made when a visitor asks for it, and otherwise in the background.
 *
 * Promises: visitors see the whole catalog as of one moment, and the next one within a second or so; a page that exists
 * costs only the sending. An unpublished catalog has no files. A catalog with an event type that has since been hidden,
 * archived or removed is no longer shown: visitors wait for the next one.
 */
export class PublishedPages implements Service {
  readonly name = 'public catalog';
  readonly #parts: PublishedPagesParts;
  readonly #stopping = new AbortController();
  /** What visitors see. Null: nothing is made yet, or nothing is published. */
  #shown: Shown | null = null;
  /** Event types whose pages visitors are waiting for. */
  readonly #requested = new Set<string>();
  /** Ends the task that a worker runs for this. */
  #leave: () => void = () => {};
  #isChecked = false;
  #isStale = false;
  #working: Promise<void> | null = null;
  /** Resolves when the pages show what has changed since the last plan began. Null: nothing has. */
  #queued: Deferred | null = null;
  /** Resolves when it is known whether the previous pages may still be shown. */
  #withdrawn: Promise<void> = Promise.resolve();
  /** Resolves with the current plan. Null: there is none. */
  #running: Deferred | null = null;
  /** Resolves with the next step. */
  #step = deferred();

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
    this.#step.resolve();
    await this.#working;
  }

  /** Call this after every change of the catalog or the settings: makes what differs. */
  refresh(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isStale = true;
    this.#queued ??= deferred();
    this.#withdrawn = this.#withdraw();
    this.#working ??= this.#work();
  }

  /**
   * The file of the page at this path below /catalog/, "" for the first one. Null: not published, or no such page.
   * Rejects with 503 while making it takes longer than a visitor waits.
   */
  async find(path: string, wait: keyof typeof WAIT_MS = 'long'): Promise<PageFile | null> {
    const shown = await this.#current(wait);
    if (shown === null) return null;
    const wanted = path === '' ? FIRST_PAGE : path;
    const known = shown.pages.get(wanted);
    if (known === undefined || known.file) return known?.file ?? null;
    const enough = new AbortController(); // clears the timer of a visitor who no longer waits
    let isEnough = false;
    const patience = this.#parts.clock.sleep(WAIT_MS[wait], enough.signal).then(() => {
      isEnough = true;
    });
    try {
      for (;;) {
        await this.#withdrawn;
        const page = this.#shown?.pages.get(wanted);
        if (page?.file) return page.file;
        if (!this.#isPublished() || (this.#shown && !page)) return null;
        if (isEnough || this.#stopping.signal.aborted) throw notYet();
        if (page?.eventType) this.#requested.add(page.eventType);
        await Promise.race([this.#step.promise, patience]);
      }
    } finally {
      enough.abort();
    }
  }

  /** The paths of all pages, below /catalog/. Null: not published. Rejects as `find` does. */
  async paths(): Promise<readonly string[] | null> {
    const shown = await this.#current('long');
    return shown && [...shown.pages.keys()];
  }

  /** How many pages there are, and how many of them are made. */
  progress(): { readonly built: number; readonly of: number } {
    const pages = this.#isPublished() ? [...(this.#shown?.pages ?? [])] : [];
    const html = pages.filter(([path, { eventType }]) => path === FIRST_PAGE || eventType !== null);
    return { built: html.filter(([, { file }]) => file !== null).length, of: html.length };
  }

  async #current(wait: keyof typeof WAIT_MS): Promise<Shown | null> {
    if (!this.#isPublished()) return null;
    await this.#withdrawn;
    const pending = this.#queued ?? this.#running;
    if (pending) {
      const waitMs = this.#shown ? Math.min(CHANGED_WAIT_MS, WAIT_MS[wait]) : WAIT_MS[wait];
      const enough = new AbortController();
      await Promise.race([pending.promise, this.#parts.clock.sleep(waitMs, enough.signal)]);
      enough.abort();
    }
    if (!this.#isPublished()) return null;
    if (this.#shown === null) throw notYet();
    return this.#shown;
  }

  #isPublished(): boolean {
    const { eventCatalogPublished, displayName } = this.#parts.settings.current();
    return eventCatalogPublished && displayName !== null;
  }

  /** Plans after a change, and makes pages as long as some are missing. */
  async #work(): Promise<void> {
    const { clock, log } = this.#parts;
    let retryMs = RETRY_MS.least;
    let planFromUs = 0;
    while (!this.#stopping.signal.aborted) {
      const waitMs = (planFromUs - clock.monotonicUs()) / 1000;
      const isMissing = (this.#shown?.missing.size ?? 0) > 0;
      if (!this.#isStale && !isMissing) break;
      if (this.#isStale && waitMs > 0 && !isMissing) {
        await clock.sleep(waitMs, this.#stopping.signal);
        continue;
      }
      try {
        if (this.#isStale && waitMs <= 0) {
          const beganUs = clock.monotonicUs();
          await this.#planAnew();
          const endUs = clock.monotonicUs();
          planFromUs = endUs + Math.min(PAUSE_MAX_MS * 1000, endUs - beganUs);
        } else {
          await this.#makeSome();
          // Not after a plan: pages that cannot be made would be tried every second.
          retryMs = RETRY_MS.least;
        }
        if (this.#shown?.missing.size === 0) retryMs = RETRY_MS.least;
      } catch (cause) {
        if (this.#stopping.signal.aborted) break;
        log.warn({ err: cause }, 'the public catalog could not be generated; it will be retried');
        this.#isStale = true;
        this.#running?.resolve();
        await clock.sleep(retryMs, this.#stopping.signal);
        retryMs = Math.min(RETRY_MS.most, retryMs * 2);
      }
      this.#running?.resolve();
      this.#running = null;
      this.#step.resolve();
      this.#step = deferred();
    }
    this.#working = null;
  }

  async #planAnew(): Promise<void> {
    this.#isStale = false;
    this.#running = this.#queued;
    this.#queued = null;
    const { folder, settings, builder, assets, domain } = this.#parts;
    if (!this.#isPublished()) return this.#clear();
    const site = publicSite(settings.current(), assets, { domain: domain() });
    const fingerprint = hexHash(this.#parts.program, JSON.stringify(site), await this.#parts.store.version());
    if (!this.#isChecked) await this.#check(fingerprint);
    if (this.#shown?.fingerprint === fingerprint) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const plan = await builder.plan(site, { folder, compress: true, fingerprint }, this.#options());
    if (!this.#isPublished()) return this.#clear();
    this.#shown = shownOf(plan.list, plan);
    this.#requested.clear(); // who still waits asks again
    await this.#withdraw(); // what was hidden while it was planned
    if (this.#shown?.missing.size === 0) await this.#sweep(this.#shown);
  }

  /** Makes the pages that are asked for, or else the next ones. */
  async #makeSome(): Promise<void> {
    const shown = this.#shown;
    if (shown === null || shown.plan === null) return;
    const { folder, builder, clock } = this.#parts;
    const missing = [...shown.missing.keys()];
    const requested = missing.filter((name) => this.#requested.has(name));
    const names = (requested.length > 0 ? requested : missing).slice(0, NAMES_AT_ONCE);
    const to = { folder, compress: true, fingerprint: shown.fingerprint };
    const made = await builder.make(shown.plan, names, to, this.#options());
    for (const [path, file] of made) {
      const eventType = shown.pages.get(path)?.eventType ?? null;
      shown.pages.set(path, { eventType, file });
      shown.missing.delete(eventType ?? '');
      this.#requested.delete(eventType ?? '');
    }
    if (this.#shown !== shown) return;
    // The catalog has changed since; a change that was not told shows by then.
    if (made.size === 0 && !this.#isStale) throw new Error('The catalog changed while its pages were made.');
    const isDone = shown.missing.size === 0;
    if (!isDone && clock.monotonicUs() < shown.writtenUs + LIST_EVERY_MS * 1000) return;
    shown.writtenUs = clock.monotonicUs();
    await writePageList(folder, listOf(shown));
    if (isDone) await this.#sweep(shown);
  }

  #options(): TaskOptions {
    return {
      caller: NOBODY,
      onGone: (listener) => {
        this.#leave = listener;
      },
    };
  }

  /** Hiding an event type cannot wait until the pages without it are made. */
  async #withdraw(): Promise<void> {
    const shown = this.#shown;
    // If nobody can tell, nothing is shown.
    const isRight =
      shown === null || (await this.#parts.store.arePublic(shown.eventTypes).catch(() => false));
    if (!isRight && this.#shown === shown) this.#shown = null;
  }

  /**
   * Takes over what an earlier run has made, if it is still correct. What its list does not name may be incomplete, and
   * goes; the rest is reused.
   */
  async #check(fingerprint: string): Promise<void> {
    const { folder } = this.#parts;
    const list = await readPageList(folder);
    if (list === null || !(await isWhole(folder, list))) return this.#clear();
    this.#isChecked = true;
    const shown = shownOf(list, null);
    await this.#sweep(shown);
    if (list.fingerprint === fingerprint && shown.missing.size === 0) this.#shown = shown;
  }

  /** Removes files that no visitor sees anymore. */
  async #sweep(shown: Shown): Promise<void> {
    const { folder } = this.#parts;
    for (const name of await strayFiles(folder, listOf(shown))) await rm(join(folder, name), { force: true });
  }

  async #clear(): Promise<void> {
    this.#shown = null;
    await rm(this.#parts.folder, { recursive: true, force: true });
    this.#isChecked = true;
  }
}

/** The catalog that visitors see. */
interface Shown extends Pick<PageList, 'fingerprint' | 'eventTypes'> {
  readonly pages: Map<string, ListedPage>;
  /** Event types whose pages are not made yet, and the paths of these. */
  readonly missing: Map<string, string>;
  /** Null: an earlier run has made everything. */
  readonly plan: PagePlan | null;
  /** When its list was written, in microseconds of the monotonic clock. */
  writtenUs: number;
}

function shownOf({ fingerprint, eventTypes, pages }: PageList, plan: PagePlan | null): Shown {
  const missing = Object.entries(pages).flatMap(([path, { eventType, file }]) =>
    file === null && eventType !== null ? [[eventType, path] as const] : [],
  );
  const all = new Map(Object.entries(pages));
  return { fingerprint, eventTypes, pages: all, missing: new Map(missing), plan, writtenUs: 0 };
}

function listOf({ fingerprint, eventTypes, pages }: Shown): PageList {
  return { fingerprint, eventTypes, pages: Object.fromEntries(pages) };
}

function notYet() {
  return apiError(
    'unavailable',
    'The public catalog is being prepared. Try again in 2 seconds.',
    RETRY_AFTER_S,
  );
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
  for (const { file } of Object.values(pages)) {
    if (file === null) continue;
    const found = await sizesOf(folder, file.name);
    if (file.bytes.some((wanted, index) => wanted !== null && wanted !== found[index])) return false;
  }
  return true;
}
