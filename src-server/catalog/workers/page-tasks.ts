import type { Clock } from '../../base/clock';
import type { RenderCatalogLater } from '../../contract/public-catalog';
import type { ExampleCache } from '../examples/example-cache';
import {
  type BuildStep,
  type MadePages,
  makePublicPages,
  type PlanProgress,
  planPublicPages,
} from '../public-site/build-public-pages';
import { type PreviewProgress, previewPublicPage } from '../public-site/preview-public-page';
import type { PagesInput } from '../public-site/public-pages-of';

/** The tasks that make pages of the public catalog. */
export interface PageTasks {
  /** Makes the first page of the public catalog, and lists all of them. */
  planPublicPages(step: BuildStep): Promise<PlanProgress>;
  /** Makes pages of event types. */
  makePublicPages(step: BuildStep & { readonly names: readonly string[] }): Promise<MadePages>;
  /** Makes one page of the public catalog. */
  previewPublicPage(input: PagesInput & { readonly path: string }): Promise<PreviewProgress>;
}

/** What tasks need from the program they run in. */
export interface WorkerTools {
  readonly clock: Clock;
  readonly renderCatalog: RenderCatalogLater;
}

/** Pages are made for this long at once; somebody may be waiting for another one. */
const BUILD_STEP_MS = 400;

/** The tasks, apart from what only other tasks need: visitors wait until the first page is made in a new thread. */
export function createPageTasks({ clock, renderCatalog }: WorkerTools): PageTasks {
  let made: Promise<ExampleCache> | undefined;
  const examples = () => {
    made ??= import('../examples/example-cache').then(({ ExampleCache }) => new ExampleCache());
    return made;
  };
  return {
    planPublicPages: (step) => planPublicPages(step, renderCatalog, examples),
    makePublicPages(step) {
      const endUs = clock.monotonicUs() + BUILD_STEP_MS * 1000;
      return makePublicPages(step, renderCatalog, examples, () => clock.monotonicUs() > endUs);
    },
    previewPublicPage: (input) => previewPublicPage(input, renderCatalog, examples),
  };
}
