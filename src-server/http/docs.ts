import { readStyles } from '../base/built-styles';
import type { RenderDocsLater } from '../contract/api-description';
import { VERSION } from '../version';
import { describeApi } from './description/describe-api';
import type { Route } from './route';

/** The documentation of the API as HTML, made when it is first asked for. Null: this server was built without. */
export function createDocs(
  routes: readonly Route[],
  { uiDir, renderDocs }: { readonly uiDir: string | null; readonly renderDocs?: RenderDocsLater | null },
): (() => Promise<string>) | null {
  if (!renderDocs) return null;
  let html: string | null = null;
  return async () => {
    html ??= await renderDocs(describeApi(routes, VERSION), readStyles(uiDir, 'docs'));
    return html;
  };
}
