import type { Request, Response } from 'express';
import { piecesOfText } from '../../base/shared-text';
import type { PublicChanges } from '../../catalog/public-page-builder';
import { changesAtom, FEED_ENTRIES } from '../../catalog/public-site/changes-atom';
import type { TypesExport } from '../../catalog/takeaway/export-types';
import { publicText } from '../../catalog/takeaway/public-text';
import type { TypeExports } from '../../catalog/type-exports';
import type { WorkerCaller } from '../../catalog/workers/worker-budget';
import { EXPORT_FORMATS, type ExportFormat, TYPESCRIPT_MEDIA } from '../../contract/event-type-export';
import { CHANGES_FEED, TYPES_FILES } from '../../contract/public-catalog';
import type { SettingStore } from '../../storage/installation/setting-store';
import { hasTag } from '../if-match';
import { compressResponse } from '../pipeline/compress-response';
import { originOf } from '../pipeline/request-origin';
import { sendPieces } from '../pipeline/send-pieces';
import { sendKept } from '../pipeline/send-text';
import { applyHeaders } from './apply-headers';
import { plainHeaders } from './page-headers';

interface CatalogFileParts {
  readonly typeExports: Pick<TypeExports, 'make'>;
  readonly changes: PublicChanges;
  readonly settings: Pick<SettingStore, 'current'>;
}

/**
 * Sends a file that programs read of the public catalog: what everybody may see, and nothing else.
 * @param path below `home`, which is the path of the first page
 * @returns false: it is not published, or has no such file
 */
export type SendCatalogFile = (
  request: Request,
  response: Response,
  path: { readonly home: string; readonly file: string },
) => Promise<boolean>;

const MEDIA: Readonly<Partial<Record<ExportFormat, string>>> = {
  typescript: TYPESCRIPT_MEDIA,
  fields: 'text/javascript; charset=utf-8',
};

/** Work of the server itself, not charged to anybody's budget. */
const NOBODY: WorkerCaller = { key: 'public catalog', allowance: null };

export function createCatalogFileSender(parts: CatalogFileParts): SendCatalogFile {
  const { typeExports, changes, settings } = parts;
  /** What is being made now: however many ask for a file, it is made once at a time. */
  const running = new Map<ExportFormat, Promise<TypesExport>>();

  function make(format: ExportFormat, title: string): Promise<TypesExport> {
    const made =
      running.get(format) ??
      typeExports
        .make({ format, title, visibleFlags: [], source: null }, { caller: NOBODY })
        .finally(() => running.delete(format));
    running.set(format, made);
    return made;
  }

  return async (request, response, { home, file }) => {
    const { eventCatalogPublished, displayName } = settings.current();
    const title = eventCatalogPublished ? (displayName?.trim() ?? '') : '';
    const format = EXPORT_FORMATS.find((each) => TYPES_FILES[each] === file);
    if (title === '' || (!format && file !== CHANGES_FEED)) return false;
    await applyHeaders(plainHeaders, request, response);
    if (!format) {
      const feed = { author: title, home: originOf(request) + home };
      const text = changesAtom(await changes(FEED_ENTRIES), feed);
      sendKept(request, response, 'application/atom+xml; charset=utf-8', text);
      return true;
    }
    const { text, tag } = await make(format, title);
    response.setHeader('etag', `W/"${tag}"`);
    if (hasTag(request, tag)) {
      response.status(304).end();
      return true;
    }
    compressResponse(request, response);
    const type = MEDIA[format] ?? 'application/json';
    const pieces = piecesOfText(publicText(format, text));
    const cacheControl = 'no-cache';
    await sendPieces(response, { status: 200, type, pieces, cacheControl });
    return true;
  };
}
