import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { type ChangedKeys, createChangeFeed } from '../../../src-server/cluster/change-feed';
import { CHANGE_TOPICS, type Change, type ChangeTopic } from '../../../src-server/storage/change-log';
import { BeatingCluster } from '../../support/beating-cluster';

describe('the changes of other nodes', () => {
  /** A feed whose log gives `committed`; a topic in `broken` cannot be handled. */
  async function start() {
    const cluster = new BeatingCluster();
    const reported: string[] = [];
    const committed: (readonly Change[] | Error | null)[] = [];
    const broken = new Set<ChangeTopic>();
    let isClosed = false;
    const handlers = Object.fromEntries(
      CHANGE_TOPICS.map((topic) => [
        topic,
        async (keys: ChangedKeys) => {
          if (broken.has(topic)) throw new Error('no connection');
          reported.push(`${topic} ${keys === 'all' ? 'all' : [...keys].join()}`);
        },
      ]),
    ) as Record<ChangeTopic, (keys: ChangedKeys) => Promise<void>>;
    const feed = createChangeFeed({
      cluster,
      handlers,
      log: createLog('silent'),
      changes: {
        async read() {
          const next = committed.shift() ?? null;
          if (next instanceof Error) throw next;
          return next;
        },
        async close() {
          isClosed = true;
        },
      },
    });
    await feed.start();
    const beat = async () => {
      reported.length = 0;
      await cluster.beat();
      return [...reported].sort();
    };
    return { cluster, feed, reported, committed, broken, beat, isClosed: () => isClosed };
  }
  const setting = (key: string): Change => ({ topic: 'setting', key });
  const everything = CHANGE_TOPICS.map((topic) => `${topic} all`).sort();

  test('are reported after a beat, each key once', async () => {
    const { committed, beat } = await start();
    committed.push([setting('a'), { topic: 'task', key: 't' }, setting('b'), setting('a')], []);
    expect(await beat()).toEqual(['setting a,b', 'task t']);
    expect(await beat()).toEqual([]);
  });

  test('are reported again after the next beat when they could not be handled, with what is new', async () => {
    const { committed, broken, beat } = await start();
    committed.push([setting('a'), { topic: 'task', key: 't' }], [setting('b')], []);
    broken.add('setting');
    expect(await beat()).toEqual(['task t']);
    broken.clear();
    expect(await beat()).toEqual(['setting a,b']);
    expect(await beat()).toEqual([]);
  });

  test('that cannot be read now are read after the next beat', async () => {
    const { committed, beat } = await start();
    committed.push(new Error('no connection'), [setting('a')]);
    expect(await beat()).toEqual([]);
    expect(await beat()).toEqual(['setting a']);
  });

  test('are everything when the log cannot name them, and when this node has joined again', async () => {
    const { cluster, committed, reported, beat } = await start();
    committed.push(null, [setting('a')]);
    expect(await beat()).toEqual(everything);
    reported.length = 0;
    await cluster.rejoin();
    expect([...reported].sort()).toEqual(everything);
  });

  test('are not asked for after a stop, which closes the log', async () => {
    const { feed, beat, isClosed } = await start();
    await feed.stop();
    expect(isClosed()).toBe(true);
    expect(await beat()).toEqual([]);
  });
});
