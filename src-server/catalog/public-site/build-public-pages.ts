import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogPage, RenderCatalogLater } from '../../contract/public-catalog';
import {
  hexHash,
  type ListedPage,
  type PageFile,
  type PageList,
  readPageList,
  sizesOf,
  writePage,
  writePageList,
} from './page-files';
import { type Examples, type PagesInput, type PagesOf, pagesOf } from './public-pages-of';

/** A step of a build. */
export interface BuildStep extends PagesInput {
  /** Where the pages are, including earlier ones, which are reused if they still fit. */
  readonly folder: string;
  readonly compress: boolean;
  /** Identifies, in the list, what the pages are made from. */
  readonly fingerprint: string;
  /** Distinguishes the program that makes the pages from its other versions. */
  readonly program: string;
}

/** The list, or what is still needed to make it. */
export type PlanProgress = { readonly wanted: readonly string[] } | { readonly list: PageList };

/**
 * Makes the first page and the files next to it, and puts the list of all pages in place. The pages of event types that
 * exist already are found by what they were made from; the others are made later.
 */
export async function planPublicPages(
  step: BuildStep,
  render: RenderCatalogLater,
  examples: Examples,
): Promise<PlanProgress> {
  const { folder, compress, fingerprint } = step;
  const given = await pagesOf(step, render, examples);
  if (given.missing.length > 0) return { wanted: given.missing };
  const there = await readFolder(folder);
  const sizeOf = await knownSizes(folder);
  const sourceOf = sourcesOf(given, step.program);
  const pages: Record<string, ListedPage> = {};
  for (const page of given.pages) {
    const { path, eventType } = page;
    if (eventType === null) {
      const source = hexHash(fingerprint, path);
      const file = await writePage(folder, { source, path, text: page.render(), compress });
      pages[path] = { eventType, file };
    } else {
      const old = there.bySource.get(sourceOf(page).source);
      pages[path] = { eventType, file: old ? { ...old, bytes: await sizeOf(old.name) } : null };
    }
  }
  const list = { fingerprint, eventTypes: [...given.entries.keys()], pages };
  await writePageList(folder, list);
  return { list };
}

/** Pages that were made, by their paths. */
export type MadePages = ReadonlyMap<string, PageFile>;

/**
 * Makes the pages of these event types, as far as they can be made from the given contents: a page with a new neighbor
 * gets its article from the earlier page.
 * @param isTimeUp true: the rest is for the next step, which has its own time
 */
export async function makePublicPages(
  { names, ...step }: BuildStep & { readonly names: readonly string[] },
  render: RenderCatalogLater,
  examples: Examples,
  isTimeUp: () => boolean,
): Promise<MadePages> {
  const given = await pagesOf(step, render, examples);
  const there = await readFolder(step.folder);
  const sourceOf = sourcesOf(given, step.program);
  const wanted = new Set<string | null>(names);
  const made = new Map<string, PageFile>();
  for (const page of given.pages) {
    if (page.eventType === null || !wanted.has(page.eventType)) continue;
    if (made.size > 0 && isTimeUp()) break;
    const file = await remake(page, there, { ...step, ...sourceOf(page) }, given);
    if (file) made.set(page.path, file);
  }
  return made;
}

/** What distinguishes the article of a page, and the page with its surroundings, from all others. */
function sourcesOf({ entries }: PagesOf, program: string) {
  // Many pages share one frame, which names all of them.
  const frames = new Map<string, string>();
  return ({ eventType, frame }: CatalogPage) => {
    const article = hexHash(program, JSON.stringify(entries.get(eventType ?? ''))).slice(0, 16);
    const around = frames.get(frame) ?? hexHash(frame).slice(0, 16);
    frames.set(frame, around);
    return { article, source: article + around };
  };
}

/**
 * Makes a page from the article of an earlier one, or from its content, unless an earlier step that failed has made it.
 * Null: neither exists.
 */
async function remake(
  page: CatalogPage,
  there: Folder,
  { folder, compress, article, source }: BuildStep & { readonly article: string; readonly source: string },
  { hasContent }: PagesOf,
): Promise<PageFile | null> {
  const { path } = page;
  const same = there.bySource.get(source);
  if (same) return { ...same, bytes: await sizesOf(folder, same.name) };
  const before = there.byArticle.get(article);
  if (before !== undefined) {
    const html = await readFile(join(folder, before), 'utf8');
    const known = html.slice(html.indexOf('<article'), html.lastIndexOf('</article>') + '</article>'.length);
    return writePage(folder, { source, path, text: page.render(known), compress });
  }
  if (!hasContent(page.eventType ?? '')) return null;
  return writePage(folder, { source, path, text: page.render(), compress });
}

interface Folder {
  readonly bySource: ReadonlyMap<string, Pick<PageFile, 'name' | 'etag'>>;
  /** Names of files. */
  readonly byArticle: ReadonlyMap<string, string>;
}

/** The complete pages that exist: a page gets its name last. */
async function readFolder(folder: string): Promise<Folder> {
  const bySource = new Map<string, Pick<PageFile, 'name' | 'etag'>>();
  const byArticle = new Map<string, string>();
  for (const name of await readdir(folder)) {
    const match = /^([0-9a-f]{16})([0-9a-f]{16})-([0-9a-f]{32})\.html$/.exec(name);
    const [, article, frame, etag] = match ?? [];
    if (!article || !frame || !etag) continue;
    bySource.set(article + frame, { name, etag });
    byArticle.set(article, name);
  }
  return { bySource, byArticle };
}

/** Sizes of pages on the previous list are known: a name stands for one content. */
async function knownSizes(folder: string): Promise<(name: string) => Promise<PageFile['bytes']>> {
  const before = Object.values((await readPageList(folder))?.pages ?? {});
  const known = new Map(before.map(({ file }) => [file?.name, file?.bytes]));
  return async (name) => known.get(name) ?? sizesOf(folder, name);
}
