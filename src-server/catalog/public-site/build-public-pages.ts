import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogPage, RenderCatalogLater } from '../../contract/public-catalog';
import type { ExampleCache } from '../examples/example-cache';
import {
  hexHash,
  type PageFile,
  type PageList,
  readPageList,
  sizesOf,
  writePage,
  writePageList,
} from './page-files';
import { type PagesInput, type PagesOf, pagesOf } from './public-pages-of';

/** A step of a build. */
export interface BuildStep extends PagesInput {
  /** Where the pages are, including earlier ones, which are reused if they still fit. */
  readonly folder: string;
  readonly compress: boolean;
  /** Identifies, in the finished list, what the pages were made from. */
  readonly fingerprint: string;
  /** Distinguishes the program that makes the pages from its other versions. */
  readonly program: string;
}

/** What to do next: the contents of these event types are wanted. None: the list is in place. */
export interface BuildProgress {
  readonly wanted: readonly string[];
}

/**
 * Makes the pages that can be made from the given contents, and puts the list in place when none is left. Existing
 * pages are found by what they were made from, so an interrupted build continues where it was, and one after a change
 * makes only what has changed: a page with a new neighbor gets its article from the earlier page.
 * @param isTimeUp true: the rest is wanted again in the next step, which has its own time
 */
export async function buildPublicPages(
  step: BuildStep,
  render: RenderCatalogLater,
  examples: ExampleCache,
  isTimeUp: () => boolean,
): Promise<BuildProgress> {
  const { folder, compress } = step;
  const given = await pagesOf(step, render, examples);
  if (given.missing.length > 0) return { wanted: given.missing };
  const there = await readFolder(folder);
  const sourceOf = sourcesOf(given, step.program);
  const made = new Map<string, MadePage>();
  const wanted: string[] = [];
  let isFirst = true;
  for (const page of given.pages) {
    if (page.eventType === null) continue;
    const { article, source } = sourceOf(page);
    const old = there.bySource.get(source);
    const isLate = !isFirst && isTimeUp();
    const known = old ?? (isLate ? null : await remake(page, there, { ...step, article, source }, given));
    if (known && !old) isFirst = false;
    if (known) made.set(page.path, known);
    else wanted.push(page.eventType);
  }
  if (wanted.length > 0) return { wanted };
  for (const { eventType, path, render: make } of given.pages) {
    const source = hexHash(step.fingerprint, path);
    if (eventType === null) made.set(path, await writePage(folder, { source, path, text: make(), compress }));
  }
  const pages = await withSizes(folder, made);
  await writePageList(folder, {
    fingerprint: step.fingerprint,
    eventTypes: [...given.entries.keys()],
    pages,
  });
  return { wanted: [] };
}

/** An existing page. Its sizes are looked up when the list is written, not in each step. */
type MadePage = Omit<PageFile, 'bytes'> & Partial<PageFile>;

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

/** Makes a page from its content, or from the article of an earlier one. Null: neither exists. */
async function remake(
  page: CatalogPage,
  there: Folder,
  { folder, compress, article, source }: BuildStep & { readonly article: string; readonly source: string },
  { hasContent }: PagesOf,
): Promise<PageFile | null> {
  const { path } = page;
  if (hasContent(page.eventType ?? '')) {
    return writePage(folder, { source, path, text: page.render(), compress });
  }
  const before = there.byArticle.get(article);
  if (before === undefined) return null;
  const html = await readFile(join(folder, before), 'utf8');
  const known = html.slice(html.indexOf('<article'), html.lastIndexOf('</article>') + '</article>'.length);
  return writePage(folder, { source, path, text: page.render(known), compress });
}

interface Folder {
  readonly bySource: ReadonlyMap<string, MadePage>;
  /** Names of files. */
  readonly byArticle: ReadonlyMap<string, string>;
}

/** The complete pages that exist: a page gets its name last. */
async function readFolder(folder: string): Promise<Folder> {
  const bySource = new Map<string, MadePage>();
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
async function withSizes(folder: string, made: ReadonlyMap<string, MadePage>): Promise<PageList['pages']> {
  const before = Object.values((await readPageList(folder))?.pages ?? {});
  const known = new Map(before.map((page) => [page.name, page]));
  const pages: Record<string, PageFile> = {};
  for (const [path, { name, etag, bytes }] of made) {
    pages[path] = { name, etag, bytes: bytes ?? known.get(name)?.bytes ?? (await sizesOf(folder, name)) };
  }
  return pages;
}
