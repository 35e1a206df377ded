import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogPage, RenderCatalogLater } from '../contract/public-catalog';
import type { ExampleCache } from './example-cache';
import { hexHash, type PageFile, writePage, writePageList } from './page-files';
import { type PagesInput, type PagesOf, pagesOf } from './public-pages-of';

/** A step of a build. */
export interface BuildStep extends PagesInput {
  /** Where the pages are; also those of before, which are used where they still fit. */
  readonly folder: string;
  readonly compress: boolean;
  /** What the finished list says that the pages were made from. */
  readonly fingerprint: string;
  /** Tells the program that makes the pages from other versions of it. */
  readonly program: string;
}

/** What is to be done next: the contents of these event types are wanted. None: the list is in place. */
export interface BuildProgress {
  readonly wanted: readonly string[];
}

/**
 * Makes the pages that can be made with the contents given, and puts the list in place when none is left. Pages that
 * are there already are found by what they were made from, so a build that was cut off goes on where it was, and one
 * after a change makes what has changed: a page with a new neighbour gets its article from the page of before.
 * @param isTimeUp true: what is left is wanted again in the next step, which has time of its own
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
  const pages: Record<string, PageFile> = {};
  const wanted: string[] = [];
  let made = 0;
  for (const page of given.pages) {
    if (page.eventType === null) continue;
    const { article, source } = sourceOf(page, given, step.program);
    const old = there.bySource.get(source);
    const isLate = made > 0 && isTimeUp();
    const known = old ?? (isLate ? null : await remake(page, there, { ...step, article, source }, given));
    if (known && !old) made += 1;
    if (known) pages[page.path] = known;
    else wanted.push(page.eventType);
  }
  if (wanted.length > 0) return { wanted };
  for (const { eventType, path, render: make } of given.pages) {
    const source = hexHash(step.fingerprint, path);
    if (eventType === null) pages[path] = await writePage(folder, { source, path, text: make(), compress });
  }
  const eventTypes = [...given.entries.keys()];
  await writePageList(folder, { fingerprint: step.fingerprint, eventTypes, pages });
  return { wanted: [] };
}

/** What tells the article of a page, and the page with its surroundings, from all others. */
function sourceOf({ eventType, frame }: CatalogPage, { entries }: PagesOf, program: string) {
  const article = hexHash(program, JSON.stringify(entries.get(eventType ?? ''))).slice(0, 16);
  return { article, source: `${article}${hexHash(frame).slice(0, 16)}` };
}

/** Makes a page from its content, or from the article of an earlier one. Null: neither is there. */
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
  readonly bySource: ReadonlyMap<string, PageFile>;
  /** Names of files. */
  readonly byArticle: ReadonlyMap<string, string>;
}

/** The pages that are there, whole: a page gets its name last. */
async function readFolder(folder: string): Promise<Folder> {
  const bySource = new Map<string, PageFile>();
  const byArticle = new Map<string, string>();
  const names = new Set(await readdir(folder));
  const sizeOf = async (name: string) => (names.has(name) ? (await stat(join(folder, name))).size : null);
  for (const name of names) {
    const match = /^([0-9a-f]{16})([0-9a-f]{16})-([0-9a-f]{32})\.html$/.exec(name);
    const [, article, frame, etag] = match ?? [];
    if (!article || !frame || !etag) continue;
    const [plain, brotli, zipped] = [
      await sizeOf(name),
      await sizeOf(`${name}.br`),
      await sizeOf(`${name}.gz`),
    ];
    bySource.set(article + frame, { name, etag, bytes: [plain ?? 0, brotli, zipped] });
    byArticle.set(article, name);
  }
  return { bySource, byArticle };
}
