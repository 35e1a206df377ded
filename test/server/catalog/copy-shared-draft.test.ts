import { expect, test } from 'vitest';
import { copySharedDraft } from '../../../src-server/catalog/drafts/copy-shared-draft';
import { SHARED_DRAFT_MAX_BYTES } from '../../../src-server/contract/limits';
import type { EventTypeRecord } from '../../../src-server/storage/catalog/event-type-store';

const page = (names: readonly string[], iterator: string | null) => ({
  data: names.map((name) => ({ name }) as EventTypeRecord),
  iterator,
  done: iterator === null,
});

test('a shared draft is copied completely, page by page, with what its frames see and archived event types', async () => {
  const calls: unknown[] = [];
  const added: string[] = [];
  const count = await copySharedDraft({
    catalog: {
      list: async (request) => {
        calls.push(request);
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
  expect(calls[0]).toMatchObject({ visibleFlags: ['beta'], includeArchived: true, withSchemas: true });
});

test('copying a shared draft stops as soon as it exceeds the size a link may keep', async () => {
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
