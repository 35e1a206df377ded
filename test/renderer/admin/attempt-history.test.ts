import { describe, expect, it } from 'vitest';
import { AttemptHistory } from '../../../src-renderer/admin/data/attempt-log/attempt-history';
import { timeOfId } from '../../../src-server/contract/time-of-id';
import { liveAttempt } from './live-attempt';

const PAGES = [[9, 8], [], [7]] as const;
const idOf = (page: number) => `atmpt_3Hq5VK4m9AtmRCWJKmInrzIJy4${page}`;

/** A server with these pages; the second has none, though older ones match. */
function read(iterator: string | null) {
  const page = iterator === null ? 0 : Number(iterator.at(-1)) + 1;
  const data = (PAGES[page] ?? []).map((second) => liveAttempt(second));
  return Promise.resolve({ data, iterator: idOf(page), done: page === PAGES.length - 1 });
}

const secondsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => Number(id.slice(6)));

describe('the attempt history', () => {
  it('the search of earlier attempts continues after a page without a match, and reports how far it went', async () => {
    const history = new AttemptHistory(read);
    expect(history.searchedToMs).toBeNull();
    const found = [];
    for (let done = false; !done; ) {
      const page = await history.next();
      found.push(secondsOf(page.rows));
      ({ done } = page);
    }
    expect(found).toEqual([[9, 8], [], [7]]);
    expect(history.searchedToMs).toBe(timeOfId(idOf(2)));
    expect(await history.next()).toEqual({ rows: [], done: true });
  });

  it('loses no attempt when a page fails and is read again', async () => {
    let fails = true;
    const history = new AttemptHistory((iterator) =>
      fails ? Promise.reject(new Error('no')) : read(iterator),
    );
    await expect(history.next()).rejects.toThrow('no');
    fails = false;
    expect(secondsOf((await history.next()).rows)).toEqual([9, 8]);
  });
});
