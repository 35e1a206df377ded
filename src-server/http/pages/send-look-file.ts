import type { Request, Response } from 'express';
import { LOOK_FILE_KINDS } from '../../contract/look-file';
import type { LookFileStore } from '../../storage/installation/look-file-store';
import { presentLookFile } from '../presenters/present-look-file';
import { applyHeaders } from './apply-headers';
import { uploadedHeaders } from './page-headers';
import { ASSETS_MAX_AGE_MS, allowOpaqueFrames } from './static-assets';

/** Sends the file of the look at a path. False: there is none. */
type SendLookFile = (request: Request, response: Response, path: string) => Promise<boolean>;

/** Serves the current files of the look; an older one is gone as soon as it is replaced. */
export function createLookFileSender(files: Pick<LookFileStore, 'get'>): SendLookFile {
  return async (request, response, path) => {
    const file = LOOK_FILE_KINDS.map(files.get).find(
      (record) => record && presentLookFile(record).path === path,
    );
    if (!file) return false;
    await applyHeaders(uploadedHeaders, request, response);
    allowOpaqueFrames(response);
    response.setHeader('cache-control', `public, max-age=${ASSETS_MAX_AGE_MS / 1000}, immutable`);
    // As an image it is shown; opened by itself it is saved instead.
    response.attachment(path.slice(path.lastIndexOf('/') + 1));
    response.type(file.mediaType).send(Buffer.from(file.content));
    return true;
  };
}
