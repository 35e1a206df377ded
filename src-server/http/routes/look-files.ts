import { createHash } from 'node:crypto';
import { invalidField, notFound } from '../../base/errors';
import { lookFileType } from '../../base/look-file-type';
import { LIMITS } from '../../contract/limits';
import { LOOK_FILE_KINDS, LOOK_FILE_TYPES, type LookFileKind } from '../../contract/look-file';
import { lookFileOperations } from '../../contract/operations/look-files';
import type { CheckLookAddress } from '../../delivery/connection/look-address';
import type { LookFileStore } from '../../storage/installation/look-file-store';
import { presentLookFile } from '../presenters/present-look-file';
import { type Route, route } from '../route';

interface LookFileRouteParts {
  readonly lookFiles: LookFileStore;
  readonly checkLookAddress: CheckLookAddress;
}

const MAX_BYTES = { logo: LIMITS.logoFile.max, font: LIMITS.fontFile.max } as const;
const WANTED = { logo: 'a PNG, SVG, JPEG or WebP image', font: 'a WOFF2 font' } as const;

/** Logo and font of the portal as files of this server, and what is at an address instead. */
export function lookFileRoutes({ lookFiles, checkLookAddress }: LookFileRouteParts): readonly Route[] {
  return [
    route(lookFileOperations.checkAddress, {
      access: 'admin',
      summary: 'Check whether the URL of a logo or font responds with one. The response is never an error.',
      async handler({ body, origin, onGone }) {
        const stopping = new AbortController();
        onGone(() => stopping.abort());
        const problem = await checkLookAddress({ ...body, origin }, stopping.signal);
        return { status: 200, body: { problem } };
      },
    }),
    route(lookFileOperations.put, {
      access: 'admin',
      summary:
        'Store the `logo` or the `font` of the portal as a file, which is used instead of its address.',
      description:
        'The portal loads it from this server. Backups include it. An SVG image is served so that no script in it runs.',
      async handler({ params, body }) {
        const kind = kindOf(params.kind);
        const content = Buffer.from(body.content, 'base64');
        if (content.length > MAX_BYTES[kind]) {
          throw invalidField('content', `The file may have at most ${MAX_BYTES[kind] / 1024} KiB.`);
        }
        const mediaType = lookFileType(content);
        if (mediaType === null || !(LOOK_FILE_TYPES[kind] as readonly string[]).includes(mediaType)) {
          throw invalidField('content', `The file must be ${WANTED[kind]}.`);
        }
        const hash = createHash('sha256').update(content).digest('hex');
        const record = { kind, mediaType, hash, content };
        await lookFiles.put(record);
        return { status: 200, body: presentLookFile(record) };
      },
    }),
    route(lookFileOperations.delete, {
      access: 'admin',
      summary: 'Delete the file of the `logo` or the `font`; its address applies again, if there is one.',
      async handler({ params }) {
        if (!(await lookFiles.delete(kindOf(params.kind)))) throw notFound('File');
        return { status: 204 };
      },
    }),
  ];
}

/** @throws ApiError 404 */
function kindOf(text: string): LookFileKind {
  const kind = LOOK_FILE_KINDS.find((known) => known === text);
  if (!kind) throw notFound('File');
  return kind;
}
