import express, { type Request, type Response } from 'express';
import Negotiator from 'negotiator';
import { ApiError } from '../../base/errors';

/** The compressed variants that the build places next to a file, by encoding. */
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };
/** Among encodings a reader accepts equally, the smallest. */
const PREFERRED = ['br', 'gzip'];

/** Sends the file at this path, in the best encoding that its reader accepts. False: there is none. */
type ServeFile = (request: Request, response: Response, path: string) => Promise<boolean>;

interface StaticFileOptions {
  /**
   * How long a browser may keep a file without revalidating. Null: the caller decides, and tags it: when it was written may
   * be when something changed that its reader does not see.
   */
  readonly keptMs: number | null;
}

/** @param folder everything in it may be read by everybody */
export function createStaticFiles(folder: string, { keptMs }: StaticFileOptions): ServeFile {
  const serve = express.static(folder, {
    ...(keptMs === null ? { cacheControl: false, lastModified: false } : { immutable: true, maxAge: keptMs }),
    index: false,
    redirect: false,
    dotfiles: 'ignore',
  });
  const send = async (request: Request, response: Response, path: string): Promise<boolean> => {
    const { url } = request;
    request.url = path; // where the middleware looks
    try {
      return await new Promise((resolve, reject) => {
        response.once('close', () => resolve(true));
        void serve(request, response, (cause?: unknown) =>
          cause ? reject(toRefusal(cause)) : resolve(false),
        );
      });
    } finally {
      request.url = url;
    }
  };
  return async (request, response, path) => {
    response.vary('accept-encoding');
    const encoding = bestEncoding(request);
    const ending = ENDINGS[encoding];
    if (ending === undefined) return send(request, response, path);
    response.type(path.slice(path.lastIndexOf('.'))).setHeader('content-encoding', encoding);
    try {
      if (await send(request, response, path + ending)) return true;
    } finally {
      if (!response.headersSent) forgetEncoding(response); // there is no such file, or a range outside it
    }
    return send(request, response, path);
  };
}

function bestEncoding(request: Request): string {
  // The types are from a version without preference order.
  const negotiator = new Negotiator(request) as unknown as {
    encodings(available: readonly string[], order: { readonly preferred: readonly string[] }): string[];
  };
  return negotiator.encodings([...PREFERRED, 'identity'], { preferred: PREFERRED })[0] ?? 'identity';
}

/** The one mistake possible in a request for a file is a bad range. Anything else is our fault. */
function toRefusal(cause: unknown): unknown {
  const isOutside = (cause as { readonly statusCode?: unknown }).statusCode === 416;
  return isOutside
    ? new ApiError(416, { code: 'invalid_range', detail: 'The file has no such range of bytes.' })
    : cause;
}

function forgetEncoding(response: Response): void {
  response.removeHeader('content-encoding');
  response.removeHeader('content-type');
}
