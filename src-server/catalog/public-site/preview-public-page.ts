import { BRAND_STYLES, FIRST_PAGE, type RenderCatalogLater } from '../../contract/public-catalog';
import { type Examples, type PagesInput, pagesOf } from './public-pages-of';

/** A preview, or what is still needed to make it. */
export type PreviewProgress =
  | { readonly wanted: readonly string[] }
  /** Null: there is no such page. */
  | { readonly page: { readonly html: string; readonly styles: string } | null };

/** Makes one page, with the style sheet that it names. */
export async function previewPublicPage(
  input: PagesInput & { readonly path: string },
  render: RenderCatalogLater,
  examples: Examples,
): Promise<PreviewProgress> {
  const { pages, missing, hasContent } = await pagesOf(input, render, examples);
  if (missing.length > 0) return { wanted: missing };
  const path = input.path === '' ? FIRST_PAGE : input.path;
  const page = path === BRAND_STYLES ? undefined : pages.find((candidate) => candidate.path === path);
  if (page === undefined) return { page: null };
  if (page.eventType !== null && !hasContent(page.eventType)) return { wanted: [page.eventType] };
  const styles = pages.find((candidate) => candidate.path === BRAND_STYLES)?.render() ?? '';
  return { page: { html: page.render(), styles } };
}
