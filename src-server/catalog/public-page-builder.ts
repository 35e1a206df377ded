import { apiError } from '../base/errors';
import type { EventTypeChangeOut } from '../contract/event-type-change';
import { BYTES_ON_ONE_PAGE, CHANGES_SHOWN, TYPES_ON_ONE_PAGE } from '../contract/public-catalog';
import type { PublicCatalogStore, PublicTypeContent } from '../storage/catalog/public-catalog-store';
import type { BuildStep, MadePages } from './public-site/build-public-pages';
import type { PageFile, PageList } from './public-site/page-files';
import type { PagesInput } from './public-site/public-pages-of';
import type { PublicSite } from './public-site/public-site';
import { optionsOfMany } from './workers/options-of-many';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** Makes pages in a worker, reading a few event types of the catalog at a time. */
export interface PublicPageBuilder {
  /** Makes what covers all event types, in about a tenth of a second, and says which pages there are. */
  plan(site: PublicSite, to: BuildTarget, options: TaskOptions): Promise<PagePlan>;
  /**
   * Makes some of the pages of these event types: as many as half a second allows, at least one. Empty: the catalog has
   * changed since the plan.
   */
  make(plan: PagePlan, names: readonly string[], to: BuildTarget, options: TaskOptions): Promise<MadePages>;
  /** Makes all files of a site. Rejects with 503 when the catalog changed meanwhile. */
  build(site: PublicSite, to: BuildTarget, options: TaskOptions): Promise<ReadonlyMap<string, PageFile>>;
  /** One page. Null: there is none at this path. */
  preview(
    site: PublicSite,
    path: string,
    options: TaskOptions,
  ): Promise<{ readonly html: string; readonly styles: string } | null>;
}

/** Event types whose pages are asked for together: about what a step makes of small ones. */
export const NAMES_AT_ONCE = 100;

/** Of them, those whose contents a first step is given; at least a quarter of these, on a machine that is slow. */
const CONTENTS_FIRST = 16;

export type BuildTarget = Pick<BuildStep, 'folder' | 'compress' | 'fingerprint'>;

/** The pages of a catalog, as of one moment. */
export interface PagePlan {
  readonly site: PublicSite;
  /** JSON text of a list of PublicTypeEntry. */
  readonly index: string;
  readonly list: PageList;
}

/** The newest changes of event types as everybody saw them, newest first. */
export type PublicChanges = (limit: number) => Promise<readonly EventTypeChangeOut[]>;

interface PublicPageBuilderParts {
  readonly store: PublicCatalogStore;
  readonly changes: PublicChanges;
  readonly workers: Pick<WorkerPool, 'run'>;
  /** Distinguishes the program that makes the pages from its other versions. */
  readonly program: string;
}

export function createPublicPageBuilder({
  store,
  changes: readChanges,
  workers,
  program,
}: PublicPageBuilderParts): PublicPageBuilder {
  /**
   * A catalog of this many bytes was too much for one step. That is not tried again at each change, since it takes
   * time.
   */
  let tooMuchBytes = Number.POSITIVE_INFINITY;
  /** How many contents a step is given: reading those that it has no time for costs as much as making their pages. */
  let contentsAtOnce = CONTENTS_FIRST;

  /** Passes what a step wants until one wants nothing more. */
  async function inSteps<T>(
    step: (input: Omit<PagesInput, 'site'>) => Promise<readonly string[] | { readonly done: T }>,
  ): Promise<T> {
    const [{ index, count, bytes }, changes] = await Promise.all([
      store.overview(),
      readChanges(CHANGES_SHOWN),
    ]);
    if (count <= TYPES_ON_ONE_PAGE && bytes <= BYTES_ON_ONE_PAGE && bytes < tooMuchBytes) {
      const found = await step({
        ...{ index, changes, isLarge: false, contents: await store.contents(null) },
      }).catch(ifStopped);
      if (found && 'done' in found) return found.done;
      if (found) throw changedMeanwhile();
      // Too much for one step: each event type is then made on its own.
      tooMuchBytes = bytes;
    }
    let contents: readonly PublicTypeContent[] = [];
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const found = await inParts(contents, (part) =>
        step({ index, changes, isLarge: true, contents: part }),
      );
      if ('done' in found) return found.done;
      // An event type that is gone, or has another version, would be wanted forever.
      if (found.length >= before) throw changedMeanwhile();
      before = found.length;
      contents = await store.contents(found);
    }
  }

  function plan(site: PublicSite, to: BuildTarget, run: TaskOptions): Promise<PagePlan> {
    const options = optionsOfMany(run);
    return inSteps(async (input) => {
      const found = await workers.run('planPublicPages', { ...input, ...to, site, program }, options);
      return 'wanted' in found
        ? found.wanted
        : { done: { site, index: input.index, list: found.list } satisfies PagePlan };
    });
  }

  async function make(
    { site, index }: PagePlan,
    wanted: readonly string[],
    to: BuildTarget,
    run: TaskOptions,
  ): Promise<MadePages> {
    const options = optionsOfMany(run);
    const names = wanted.slice(0, contentsAtOnce);
    const contents = await store.contents(names);
    const made = new Map<string, PageFile>();
    await inParts(contents, async (part) => {
      // What changed is on pages of their own, which are made with the plan.
      const step = { site, index, changes: [], isLarge: true, contents: part, ...to, program, names };
      for (const page of await workers.run('makePublicPages', step, options)) made.set(...page);
    });
    contentsAtOnce = Math.min(NAMES_AT_ONCE, Math.max(CONTENTS_FIRST / 4, 2 * made.size));
    return made;
  }

  return {
    plan,
    make,
    async build(site, to, run) {
      const options = optionsOfMany(run);
      const planned = await plan(site, to, options);
      const files = new Map<string, PageFile>();
      const missing = new Map<string, string>();
      for (const [path, { eventType, file }] of Object.entries(planned.list.pages)) {
        if (file) files.set(path, file);
        else if (eventType !== null) missing.set(path, eventType);
      }
      while (missing.size > 0) {
        const names = [...missing.values()].slice(0, NAMES_AT_ONCE);
        const made = await make(planned, names, to, options);
        if (made.size === 0) throw changedMeanwhile();
        for (const [path, file] of made) {
          files.set(path, file);
          missing.delete(path);
        }
      }
      return files;
    },
    preview(site, path, run) {
      const options = optionsOfMany(run);
      return inSteps(async (input) => {
        const found = await workers.run('previewPublicPage', { ...input, site, path }, options);
        return 'wanted' in found ? found.wanted : { done: found.page };
      });
    },
  };
}

/** One that takes too much time or memory spoils no other page: it is shown without its schema. */
async function inParts<T>(
  contents: readonly PublicTypeContent[],
  step: (contents: readonly PublicTypeContent[]) => Promise<T>,
): Promise<T> {
  try {
    return await step(contents);
  } catch (cause) {
    const [first, ...others] = contents;
    if (!(cause instanceof WorkerStopped) || first === undefined) throw cause;
    if (others.length === 0) {
      if (first.schemas === null) throw cause;
      return step([{ ...first, schemas: null }]);
    }
    await inParts(contents.slice(0, Math.ceil(contents.length / 2)), step);
    return inParts(contents.slice(Math.ceil(contents.length / 2)), step);
  }
}

function ifStopped(cause: unknown): null {
  if (cause instanceof WorkerStopped) return null;
  throw cause;
}

function changedMeanwhile() {
  return apiError('unavailable', 'The catalog changed while its pages were generated. Try again.', 1);
}
