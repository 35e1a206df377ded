import { describe, expect, it } from 'vitest';
import {
  AttemptHistory,
  type HistorySource,
} from '../../../src-renderer/admin/data/attempt-log/attempt-history';
import { liveAttempt } from './live-attempt';

const PAGE = 2;

/** A server with the given seconds per endpoint, newest first; counts its pages. */
function server(seconds: Readonly<Record<string, readonly number[]>>) {
  let pages = 0;
  const read = async ({ endpointId }: HistorySource, iterator: string | null) => {
    pages++;
    const all = seconds[endpointId] ?? [];
    const from = Number(iterator ?? 0);
    const data = all
      .slice(from, from + PAGE)
      .map((second) => ({ ...liveAttempt(second, { endpointId }), response: 'ok' }));
    return { data, iterator: String(from + PAGE), done: from + PAGE >= all.length };
  };
  return { read, pages: () => pages };
}

const sources = ['ep_1', 'ep_2'].map((endpointId) => ({ appId: 'app_1', endpointId, url: '' }));
const secondsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => Number(id.slice(6)));

describe('the attempt history of several endpoints', () => {
  it('the histories of several endpoints merge into one list, newest first, read in steps', async () => {
    const { read } = server({ ep_1: [9, 8, 3, 1], ep_2: [7, 6, 5, 4, 2] });
    const history = new AttemptHistory(read, sources);
    const first = await history.next(4);
    expect([secondsOf(first.rows), first.done]).toEqual([[9, 8, 7, 6], false]);
    const second = await history.next(10);
    expect([secondsOf(second.rows), second.done]).toEqual([[5, 4, 3, 2, 1], true]);
    expect((await history.next(10)).rows).toEqual([]);
  });

  it('is over only when its last row was returned', async () => {
    const { read } = server({ ep_1: [9, 8], ep_2: [7] });
    const history = new AttemptHistory(read, sources);
    const first = await history.next(2);
    expect([secondsOf(first.rows), first.done]).toEqual([[9, 8], false]);
    const rest = await history.next(2);
    expect([secondsOf(rest.rows), rest.done]).toEqual([[7], true]);
  });

  it('the attempt history reads no page before it is needed', async () => {
    const { read, pages } = server({ ep_1: [9, 8, 7, 6], ep_2: [1] });
    await new AttemptHistory(read, sources).next(2);
    expect(pages()).toBe(2);
  });

  it('the attempt history loses no attempt when a page fails and is read again', async () => {
    const { read } = server({ ep_1: [9, 8], ep_2: [7] });
    let fails = true;
    const history = new AttemptHistory(async (source, iterator) => {
      if (fails && source.endpointId === 'ep_2') throw new Error('no');
      return read(source, iterator);
    }, sources);
    await expect(history.next(3)).rejects.toThrow('no');
    fails = false;
    expect(secondsOf((await history.next(3)).rows)).toEqual([9, 8, 7]);
  });

  it('the attempt history goes on behind an empty page, and keeps the order of the endpoints', async () => {
    const { read } = server({ ep_1: [9, 3], ep_2: [7] });
    let isEmpty = true;
    const history = new AttemptHistory(async (source, iterator) => {
      if (source.endpointId !== 'ep_2' || !isEmpty) return read(source, iterator);
      isEmpty = false;
      return { data: [], iterator: '0', done: false };
    }, sources);
    expect(await history.next(3)).toEqual({ rows: [], done: false });
    expect(secondsOf((await history.next(3)).rows)).toEqual([9, 7, 3]);
  });

  it('the attempt history of no endpoint is empty and complete', async () => {
    expect(await new AttemptHistory(server({}).read, []).next(5)).toEqual({ rows: [], done: true });
  });
});
