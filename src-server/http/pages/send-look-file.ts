import type { Request, Response } from 'express';
import { LOOK_FILE_KINDS } from '../../contract/look-file';
import type { LookFileStore } from '../../storage/installation/look-file-store';
import type { PortalTextStore } from '../../storage/installation/portal-text-store';
import { compressResponse } from '../pipeline/compress-response';
import { LOOK_PATH, presentLookFile } from '../presenters/present-look-file';
import { portalTextFiles } from '../presenters/present-portal-texts';
import { applyHeaders } from './apply-headers';
import { uploadedHeaders } from './page-headers';
import { ASSETS_MAX_AGE_MS, allowOpaqueFrames } from './static-assets';

/** Sends the file of the look at a path. False: there is none. */
type SendLookFile = (request: Request, response: Response, path: string) => Promise<boolean>;

/** Where the files come from. */
export interface LookFileSources {
  readonly lookFiles: Pick<LookFileStore, 'get'>;
  readonly portalTexts: Pick<PortalTextStore, 'current'>;
}

/** Serves the current files of the look, texts among them; an older one is gone as soon as it is replaced. */
export function createLookFileSender({ lookFiles, portalTexts }: LookFileSources): SendLookFile {
  return async (request, response, path) => {
    if (!path.startsWith(LOOK_PATH)) return false;
    const file = LOOK_FILE_KINDS.map(lookFiles.get).find(
      (record) => record && presentLookFile(record).path === path,
    );
    const texts = file
      ? undefined
      : portalTextFiles(portalTexts.current()).find((known) => known.path === path);
    if (!file && !texts) return false;
    await applyHeaders(uploadedHeaders, request, response);
    allowOpaqueFrames(response);
    response.setHeader('cache-control', `public, max-age=${ASSETS_MAX_AGE_MS / 1000}, immutable`);
    // As an image it is shown; opened by itself it is saved instead.
    response.attachment(path.slice(path.lastIndexOf('/') + 1));
    if (file) response.type(file.mediaType).send(Buffer.from(file.content));
    else if (texts) {
      compressResponse(request, response);
      response.json(texts.texts());
    }
    return true;
  };
}
