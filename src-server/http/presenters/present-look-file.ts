import type { LookFileOut } from '../../contract/look-file';
import type { LookFileRecord } from '../../storage/installation/look-file-store';

/** Below this path, the files of the look are served. */
export const LOOK_PATH = '/look/';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'font/woff2': 'woff2',
};

/** A file of the look as the API shows it. Its name contains a hash of its content: another file has another name. */
export function presentLookFile({ kind, hash, mediaType, content }: LookFileRecord): LookFileOut {
  return {
    path: `${LOOK_PATH}${kind}-${hash.slice(0, 16)}.${ENDINGS[mediaType] ?? 'bin'}`,
    mediaType,
    bytes: content.length,
  };
}
