import { resolve } from 'node:path';
import { readPostgresAddress } from '../postgres-address';

/** Where an installation is, or is to be. */
export type MovePlace =
  | { readonly kind: 'folder'; readonly folder: string; readonly name: string }
  | { readonly kind: 'database'; readonly url: string; readonly name: string };

/**
 * Reads a data folder or the address of a PostgreSQL database.
 * @throws Error with a sentence for the user, which repeats nothing that may be secret
 */
export function readMovePlace(text: string): MovePlace {
  if (/^postgres(?:ql)?:\/\//i.test(text))
    return { kind: 'database', url: text, name: readPostgresAddress(text).name };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text))
    throw new Error(
      'An installation is moved from or to a data folder, or a database as postgres://user@host/database.',
    );
  const folder = resolve(text);
  return { kind: 'folder', folder, name: folder };
}
