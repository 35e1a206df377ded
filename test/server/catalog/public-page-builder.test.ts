import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { systemClock } from '../../../src-server/base/clock';
import { readPageList } from '../../../src-server/catalog/page-files';
import { createPublicPageBuilder } from '../../../src-server/catalog/public-page-builder';
import { WorkerStopped } from '../../../src-server/catalog/worker-stopped';
import { createWorkerTasks } from '../../../src-server/catalog/worker-tasks';
import type { PublicCatalogStore, PublicTypeContent } from '../../../src-server/storage/public-catalog-store';

const SITE = {
  displayName: 'Acme',
  look: { intro: null, logo: null, color: null },
  assets: { styles: [] },
  draft: false,
};
const OPTIONS = { caller: { key: 'test', allowance: null } };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
});
afterEach(() => rm(folder, { recursive: true }));

const typeOf = (n: number, costs = 1): PublicTypeContent => ({
  name: `invoice.n${n}`,
  description: `About invoice ${n}.`,
  deprecated: 0,
  groupName: null,
  updatedAt: 1,
  version: 1,
  schemas: JSON.stringify({ 1: { properties: { [`field_${n}`]: { type: 'string' } }, $comment: costs } }),
});

/** Real pages, made by workers that are ended when the schemas of a step cost more than they may. */
function builderOf(types: readonly PublicTypeContent[], allowance: number) {
  const tasks = createWorkerTasks({ clock: systemClock, renderCatalog });
  const costOf = ({ schemas }: PublicTypeContent) =>
    schemas === null ? 0 : Number(/"\$comment":(\d+)/.exec(schemas)?.[1]);
  const ended: string[][] = [];
  const store: PublicCatalogStore = {
    version: () => Promise.resolve('1'),
    count: () => Promise.resolve(types.length),
    arePublic: () => Promise.resolve(true),
    overview: () =>
      Promise.resolve({
        count: types.length,
        bytes: 1_000,
        index: JSON.stringify(types.map(({ schemas: _, ...entry }) => entry)),
      }),
    contents: (names) => Promise.resolve(types.filter(({ name }) => names?.includes(name) ?? true)),
  };
  const workers = {
    async run(name: string, input: { readonly contents: readonly PublicTypeContent[] }) {
      if (input.contents.reduce((sum, type) => sum + costOf(type), 0) > allowance) {
        ended.push(input.contents.map((type) => type.name));
        throw new WorkerStopped('time');
      }
      return tasks[name as 'buildPublicPages'](input as never);
    },
  };
  const builder = createPublicPageBuilder({ store, workers: workers as never, program: 'test' });
  const build = (fingerprint: string) =>
    builder.build(SITE, { folder, compress: false, fingerprint }, OPTIONS);
  return { builder, build, ended };
}

async function pageOf(n: number): Promise<string> {
  const file = (await readPageList(folder))?.pages[`types/invoice.n${n}.html`];
  return readFile(join(folder, file?.name ?? ''), 'utf8');
}

describe('an event type that costs a worker more than it may', () => {
  for (const count of [4, 70]) {
    test(`is shown without its fields, and the others with theirs, among ${count}`, async () => {
      const types = Array.from({ length: count }, (_, n) => typeOf(n, n === 2 ? 1_000 : 1));
      const { build, ended } = builderOf(types, 100);
      await build('first');
      const costly = await pageOf(2);
      expect(costly).toContain('About invoice 2.');
      expect(costly).not.toContain('field_2');
      for (const n of [0, 1, 3]) expect(await pageOf(n)).toContain(`field_${n}`);
      expect(Object.keys((await readPageList(folder))?.pages ?? {})).toContain('index.html');
      expect(ended.at(-1)).toEqual(['invoice.n2']);
      // What is known to cost too much is not tried again before it changes.
      const tries = ended.length;
      await build('second');
      expect(ended.slice(tries)).toEqual([]);
      expect(await pageOf(2)).toBe(costly);
    });
  }

  test('is shown without its fields in the preview too', async () => {
    const { builder } = builderOf([typeOf(0), typeOf(1, 1_000)], 100);
    const page = await builder.preview({ ...SITE, draft: true }, 'types/invoice.n1.html', OPTIONS);
    expect(page?.html).toContain('About invoice 1.');
    expect(page?.html).not.toContain('field_1');
  });

  test('ends the build where it costs too much without its fields as well', async () => {
    const { build } = builderOf([typeOf(0), typeOf(1)], -1);
    await expect(build('first')).rejects.toBeInstanceOf(WorkerStopped);
    expect(await readPageList(folder)).toBeNull();
  });
});
