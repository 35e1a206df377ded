import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of its own, for temporary files. */
export interface NewFolder {
  readonly path: string;
  /** A path in it. */
  file(...names: readonly string[]): string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

export async function newFolder(): Promise<NewFolder> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn-'));
  return {
    path,
    file: (...names) => join(path, ...names),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
