import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MovePlace } from '../storage/move/move-place';

/** Files of a data folder that a server needs beside its database. */
const KEY_FILES = ['admin-token', 'secret-key'] as const;

/** What is left to do after a move, in sentences. */
export async function moveAdvice(from: MovePlace, to: MovePlace): Promise<readonly string[]> {
  const start = `Start it with: posthorn serve ${serveOptions(from, to)}`;
  if (to.kind === 'folder') {
    const missing = from.kind === 'folder' ? await differingFiles(from.folder, to.folder) : KEY_FILES;
    if (missing.length === 0) return [start];
    const source =
      from.kind === 'folder' ? from.folder : 'the data folder that the server had beside its database';
    return [`First copy ${missing.join(' and ')} from ${source} into ${to.folder}. ${WHY}`, start];
  }
  const holder = from.kind === 'folder' ? from.folder : 'the data folder that the server had so far';
  return [
    start,
    `${KEY_FILES.join(' and ')} stay in ${holder}: a server with another --data-dir needs a copy of them there. ${WHY}`,
  ];
}

const WHY =
  'POSTHORN_ADMIN_TOKEN can replace admin-token; without this secret-key, no one can read the stored tokens of other instances and the keys of integrations.';

function serveOptions(from: MovePlace, to: MovePlace): string {
  if (to.kind === 'folder') return `--data-dir ${to.folder}`;
  return `--data-dir ${from.kind === 'folder' ? from.folder : 'DIR'} --database ${to.name}`;
}

/** The files that one folder has, and the other has not or with another content. */
async function differingFiles(from: string, to: string): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const name of KEY_FILES) {
    const [here, there] = await Promise.all([contentOf(join(from, name)), contentOf(join(to, name))]);
    if (here !== null && here !== there) differing.push(name);
  }
  return differing;
}

function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
