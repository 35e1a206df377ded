import { createStore } from 'zustand';
import type { ImportPlanOut } from '../../../../src-server/contract/import-plan';
import type { CallInput } from '../../../../src-server/contract/operation-call';
import { ApiFailure } from '../../../api/api-failure';
import type { CatalogApi } from '../../platform/working-copy/catalog-api';
import { type ImportOptions, type ImportSource, type ImportWork, NO_WORK } from './import-work';
import { orderRows } from './order-rows';
import { decideRows, type RowChoice, type RowChoices, toImportChoices } from './row-choice';
import { movedRows } from './row-filter';

/** A plan is requested after this pause in typing. */
const SETTLE_MS = 450;
/** How often the server is polled for its progress. */
const PROGRESS_MS = 400;

/** The common input of both calls. */
type CommonInput = NonNullable<CallInput<'POST /event-type/import/plan'>['body']>;

/**
 * One import of one instance: the document, its plan, the decisions, and the current work of the server. One request at
 * a time; anything that makes it pointless aborts it, here and on the server.
 */
export class ImportRun {
  readonly store = createStore<ImportWork>(() => NO_WORK);
  /** Called after the catalog was written. */
  onWritten: () => void = () => {};
  readonly #api: CatalogApi;
  #stopping = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(api: CatalogApi) {
    this.#api = api;
  }

  set(part: Partial<ImportWork>): void {
    this.store.setState(part);
  }

  /** Starts with a document; drops any previous state. */
  open(
    source: ImportSource,
    options: ImportOptions = NO_WORK.options,
    choices: RowChoices = new Map(),
  ): void {
    this.startOver();
    this.set({ source, options, choices });
    void this.plan();
  }

  /** Drops the document and all decisions about it. */
  startOver(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    this.set(NO_WORK);
  }

  /** Stops the current work. A document that was never read is dropped. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    const { running, plan } = this.store.getState();
    this.set({ running: null, progress: null });
    if (plan === null) this.set({ source: null, failure: null });
    // It may have been written already: the plan shows that.
    else if (running === 'apply') void this.plan(true);
  }

  setOptions(part: Partial<ImportOptions>): void {
    this.set({ options: { ...this.store.getState().options, ...part } });
    this.#planSoon();
  }

  /** Decides about rows; each gets the given decisions in addition to its own. */
  decide(ids: readonly string[], part: RowChoice | ((id: string) => RowChoice)): void {
    const { choices, plan } = this.store.getState();
    const next = new Map(choices);
    for (const id of ids) {
      next.set(id, { ...next.get(id), ...(typeof part === 'function' ? part(id) : part) });
    }
    this.set({ choices: next });
    if (plan && planKey(plan, choices) !== planKey(plan, next)) this.#planSoon();
  }

  /** Says that the document is a newer version of a file of an earlier import. */
  replaceFile(fileName: string): void {
    const { source } = this.store.getState();
    if (source) this.set({ source: { ...source, sameAs: fileName } });
    this.#planSoon();
  }

  #planSoon(): void {
    clearTimeout(this.#timer);
    this.set({ isStale: true });
    this.#timer = setTimeout(() => void this.plan(), SETTLE_MS);
  }

  /** Requests a plan of the import. */
  async plan(isOvertaken = false): Promise<void> {
    clearTimeout(this.#timer);
    const { source, plan: before } = this.store.getState();
    if (!source) return;
    const plan = await this.#ask('plan', (body, signal) =>
      this.#api.call('POST /event-type/import/plan', { body }, signal),
    );
    if (plan === null) return;
    const kept = this.store.getState().moved;
    const moved = isOvertaken && before ? movedRows(before.rows, plan.rows) : kept;
    this.set({ plan: orderRows(plan, before), failure: null, moved, isStale: false });
  }

  /** Writes what is selected. If the catalog has changed since the plan, nothing is written and a new plan is made. */
  async apply(): Promise<void> {
    const { source, plan } = this.store.getState();
    if (!source || !plan) return;
    const bound = { digest: plan.digest };
    const receipt = await this.#ask('apply', (body, signal) =>
      this.#api.call('POST /event-type/import/apply', { body: { ...body, ...bound } }, signal),
    );
    if (receipt !== null) {
      this.set({ ...NO_WORK, receipt });
      this.onWritten();
      return;
    }
    const { failure } = this.store.getState();
    if (failure?.cause instanceof ApiFailure && failure.cause.status === 409) await this.plan(true);
  }

  /** Null: it was stopped, or it failed, which the store then reports. */
  async #ask<T>(
    of: 'plan' | 'apply',
    call: (body: CommonInput, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    this.#stopping.abort();
    const stopping = new AbortController();
    this.#stopping = stopping;
    const { signal } = stopping;
    const { source, options, plan, choices } = this.store.getState();
    this.#lastId += 1;
    const progressId = `page-${crypto.randomUUID()}-${this.#lastId}`;
    this.set({ running: of, failure: null, progress: null });
    const timer = setInterval(() => void this.#look(progressId, signal), PROGRESS_MS);
    try {
      // A moment for the page to show this before a large document becomes a request.
      await new Promise((done) => setTimeout(done));
      signal.throwIfAborted();
      const body = {
        specRaw: source?.text ?? null,
        sourceName: source?.name.slice(0, 1024) ?? null,
        sameAs: source?.sameAs ?? null,
        ...options,
        choices: toImportChoices(plan, choices),
        progressId,
      };
      const response = await call(body, signal);
      if (signal.aborted) return null;
      this.set({ running: null, progress: null });
      return response;
    } catch (cause) {
      if (!signal.aborted) this.set({ running: null, progress: null, failure: { of, cause } });
      return null;
    } finally {
      clearInterval(timer);
    }
  }

  /** Unknown progress is no reason to stop. */
  async #look(progressId: string, signal: AbortSignal): Promise<void> {
    const response = await this.#api.call('GET /event-type/import/progress', {}, signal).catch(() => null);
    const found = response?.data.find((entry) => entry.progressId === progressId);
    // At the end the answer is on its way: the last progress still applies.
    if (found && !signal.aborted && this.store.getState().running !== null) this.set({ progress: found });
  }
}

/** The decisions that another plan depends on: the names, and which row gives up a contested name. */
function planKey(plan: ImportPlanOut, choices: RowChoices): string {
  return JSON.stringify(
    decideRows(plan, choices).flatMap(({ row, name, isShared, choice }) => {
      const hasGivenUp = choice.accept === false && isShared;
      return choice.name === undefined && !hasGivenUp ? [] : [row.id, name, hasGivenUp];
    }),
  );
}
