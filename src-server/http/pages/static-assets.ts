import type { Request, Response } from 'express';
import { applyHeaders } from './apply-headers';
import { plainHeaders } from './page-headers';
import { createStaticFiles } from './static-files';

/** Names of built files contain a hash of their content, so a browser may keep them for a year. */
export const ASSETS_MAX_AGE_MS = 365 * 86_400_000;

/** Serves what pages load. False: there is no such file. */
type ServeAsset = (request: Request, response: Response) => Promise<boolean>;

/** @param uiDir folder of the built pages */
export function createAssets(uiDir: string): ServeAsset {
  const serve = createStaticFiles(uiDir, { keptMs: ASSETS_MAX_AGE_MS });
  return async (request, response) => {
    await applyHeaders(plainHeaders, request, response);
    allowOpaqueFrames(response);
    return serve(request, response, request.url.split('?')[0] ?? '');
  };
}

/**
 * A frame of the preview is sandboxed and has no origin of its own, so that it reaches nothing of the page around it;
 * to a browser, these files are then cross-origin. They are the same for everybody and contain no secret.
 */
export function allowOpaqueFrames(response: Response): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}
