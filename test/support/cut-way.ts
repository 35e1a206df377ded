import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CutProxy, startCutProxy } from './cut-proxy';

/** A way to the database at `to` that a test can cut, and its own address. */
export async function startCutWay(to: string): Promise<CutProxy & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  const target = new URLSearchParams(to.split('?')[1]).get('host') ?? '';
  const proxy = await startCutProxy(folder, target);
  return {
    ...proxy,
    url: to.replace(target, folder),
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true });
    },
  };
}
