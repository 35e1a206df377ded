import { expect, test } from 'vitest';
import { copySharedDraft } from '../../../src-server/catalog/copy-shared-draft';
import { SHARED_DRAFT_MAX_BYTES } from '../../../src-server/contract/limits';
import type { EventTypeRecord } from '../../../src-server/storage/event-type-store';

const page = (names: readonly string[], iterator: string | null) => ({
  data: names.map((name) => ({ name }) as EventTypeRecord),
  iterator,
  done: iterator === null,
});

test('a draft is copied page by page until its end, with what the frames see and with archived event types', async () => {
  const asked: unknown[] = [];
  const added: string[] = [];
  const count = await copySharedDraft({
    catalog: {
      list: async (request) => {
        asked.push(request);
        return request.iterator === 'b' ? page(['c'], null) : page(['a', 'b'], 'b');
      },
    },
    drafts: {
      add: async (id, rows) => {
        for (const { name } of rows) added.push(`${id} ${name}`);
        return 10;
      },
    },
    shareId: 's',
    flags: ['beta'],
  });
  expect(count).toBe(3);
  expect(added).toEqual(['s a', 's b', 's c']);
  expect(asked[0]).toMatchObject({ visibleFlags: ['beta'], includeArchived: true, withSchemas: true });
});

test('a draft is refused as soon as it is larger than a link can keep', async () => {
  let pages = 0;
  const copying = copySharedDraft({
    catalog: { list: async () => page(['a'], 'a') },
    drafts: {
      add: async () => {
        pages += 1;
        return SHARED_DRAFT_MAX_BYTES / 2;
      },
    },
    shareId: 's',
    flags: [],
  });
  await expect(copying).rejects.toMatchObject({ status: 400, body: { code: 'limit_reached' } });
  expect(pages).toBe(3);
});
