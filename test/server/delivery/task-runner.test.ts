import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { apiError } from '../../../src-server/base/errors';
import { createIds } from '../../../src-server/base/id';
import { createLog } from '../../../src-server/base/log';
import {
  createTaskRunner,
  type TaskKind,
  type TaskRunner,
} from '../../../src-server/delivery/tasks/task-runner';
import { createLiveBus, type LiveNews } from '../../../src-server/live/live-bus';
import {
  createTaskStore,
  type TaskRecord,
  type TaskStore,
} from '../../../src-server/storage/installation/task-store';
import { describeEngines } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { startedForEach } from '../../support/started';

describeEngines('background tasks', (engine) => {
  const db = startedForEach(engine.create);
  let store: TaskStore;

  beforeEach(async () => {
    await db.write((tx) =>
      tx.run('CREATE TABLE done (task TEXT NOT NULL, n INTEGER NOT NULL, place INTEGER NOT NULL)'),
    );
    store = createTaskStore(db);
  });
  /** A runner whose kind `count` writes the numbers up to `arguments.to`, one per piece. */
  function runner(options: Partial<TaskKind> = {}, clock = systemClock, isShared = false) {
    const news: LiveNews[] = [];
    const tasks = createTaskRunner({
      isShared,
      store,
      clock,
      newId: createIds(clock),
      log: createLog('silent'),
      liveBus: { ...createLiveBus(clock), publish: (event) => void news.push(event) },
    });
    tasks.register({ ...counting, ...options });
    return { tasks, news };
  }

  const counting: TaskKind = {
    name: 'count',
    async next(task) {
      const n = Number(task.cursor ?? 0) + 1;
      return {
        cursor: String(n),
        done: n === task.arguments.to,
        async write(tx) {
          await tx.run('INSERT INTO done (task, n, place) VALUES (?, ?, (SELECT count(*) FROM done))', [
            task.id,
            n,
          ]);
          return { counted: 1 };
        },
      };
    },
    receipt: ({ counts }) => ({ counted: counts.counted ?? 0 }),
  };

  const begin = (tasks: TaskRunner, to: number) =>
    tasks.begin({ task: 'count', appId: null, endpointId: null, arguments: { to } });
  const finished = (tasks: TaskRunner, count = 1): Promise<TaskRecord[]> =>
    new Promise((resolve) => {
      const ended: TaskRecord[] = [];
      tasks.onFinished((task) => {
        if (ended.push(task) === count) resolve(ended);
      });
    });
  const written = () => db.all<{ task: string; n: number }>('SELECT task, n FROM done ORDER BY place');
  const numbers = async () => (await written()).map(({ n }) => n);

  describe('background tasks', () => {
    test('run to their end, notify watchers of every step, and leave a receipt', async () => {
      const { tasks, news } = runner();
      const end = finished(tasks);
      const { id } = await begin(tasks, 3);
      expect(await end).toMatchObject([{ id, status: 'finished', stopped: false }]);
      expect(await numbers()).toEqual([1, 2, 3]);
      const reported = news.flatMap((event) => (event.kind === 'background-task' ? [event.task] : []));
      expect(reported.map(({ status, data }) => [status, data.counted])).toEqual([
        ['running', 0],
        ['running', 1],
        ['running', 2],
        ['finished', 3],
      ]);
      expect(reported.at(-1)?.data.finishedAt).not.toBeNull();
      await tasks.stop();
    });

    test('take turns, a piece each', async () => {
      const { tasks } = runner();
      const end = finished(tasks, 2);
      const [a, b] = await Promise.all([begin(tasks, 4), begin(tasks, 4)]);
      await end;
      const order = (await written()).map(({ task }) => (task === a?.id ? 'a' : task === b?.id ? 'b' : '?'));
      expect(order.filter((name) => name === 'a')).toHaveLength(4);
      expect(order.join('')).toMatch(/^a?(ab|ba)+b?$/);
      await tasks.stop();
    });

    test('write nothing after a stop, and report it', async () => {
      const { tasks } = runner();
      const end = finished(tasks);
      const { id } = await begin(tasks, 1_000_000);
      const stopped = await tasks.stopTask(id);
      expect(stopped).toMatchObject({ status: 'finished', stopped: true });
      const then = await numbers();
      expect(await end).toMatchObject([{ id }]);
      // Another task gets its turns meanwhile, the stopped one none.
      const next = finished(tasks);
      await begin(tasks, 5);
      await next;
      expect((await written()).filter(({ task }) => task === id)).toHaveLength(then.length);
      expect(await tasks.stopTask(id)).toEqual(stopped);
      expect(await tasks.stopTask('qtask_none')).toBeUndefined();
      await tasks.stop();
    });

    test('block nobody while they wait, and end at once when stopped meanwhile', async () => {
      const clock = new FakeClock();
      let looks = 0;
      let free = false;
      const { tasks } = runner(
        {
          async next(task) {
            if (task.arguments.to !== 2) return counting.next(task);
            looks += 1;
            return free ? counting.next(task) : { pauseMs: 1000 };
          },
        },
        clock,
      );
      const until = async (reached: () => boolean | Promise<boolean>) => {
        while (!(await reached())) {
          clock.advance(1);
          await db.get('SELECT 1');
        }
      };
      const waiting = await begin(tasks, 2);
      await until(() => looks === 1);
      const stopped = await begin(tasks, 2);
      await until(() => looks === 2);
      const end = finished(tasks, 3);
      await begin(tasks, 3);
      await until(async () => (await numbers()).length === 3);
      expect(await numbers()).toEqual([1, 2, 3]);
      await tasks.stopTask(stopped.id);
      const before = looks;
      free = true;
      await until(async () => (await numbers()).length === 5);
      expect((await end).map(({ stopped }) => stopped)).toEqual([false, true, false]);
      // Only the other task was called again.
      expect(looks).toBe(before + 2);
      expect(await store.get(waiting.id)).toMatchObject({ status: 'finished', stopped: false, cursor: '2' });
      expect(await numbers()).toEqual([1, 2, 3, 1, 2]);
      await tasks.stop();
    });

    test('continue after a restart, and a piece that failed halfway leaves nothing behind', async () => {
      const broken = runner({
        async next(task) {
          const piece = await counting.next(task);
          if (!('cursor' in piece) || piece.cursor !== '3') return piece;
          return {
            ...piece,
            async write(tx) {
              await piece.write(tx);
              throw apiError('disk_full', 'full');
            },
          };
        },
      });
      await begin(broken.tasks, 5);
      await expect.poll(numbers, { timeout: 20_000 }).toEqual([1, 2]);
      await broken.tasks.stop();
      const { tasks } = runner();
      const end = finished(tasks);
      await tasks.start();
      expect(await end).toMatchObject([{ status: 'finished', cursor: '5', counts: { counted: 5 } }]);
      expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
      await tasks.stop();
    });

    test('wait while the disk is full, and fail with a reason when anything else goes wrong', async () => {
      const clock = new FakeClock();
      let full = true;
      const { tasks } = runner(
        {
          async next(task) {
            if (full) throw apiError('disk_full', 'full');
            if (task.cursor === '2') throw new Error('broken');
            return counting.next(task);
          },
        },
        clock,
      );
      const end = finished(tasks);
      await begin(tasks, 5);
      await expect.poll(() => clock.nextTimerMs()).toBe(5000);
      full = false;
      let over = false;
      void end.then(() => {
        over = true;
      });
      const isOver = () => {
        clock.advance(5000);
        return over;
      };
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
      expect(await end).toMatchObject([
        { status: 'failed', cursor: '2', error: expect.stringContaining('log') },
      ]);
      await tasks.stop();
    });

    test('of an unknown kind fail', async () => {
      await store.insert({ id: 'qtask_1', task: 'gone', appId: null, endpointId: null, arguments: {} }, 1);
      const { tasks } = runner();
      const end = finished(tasks);
      await tasks.start();
      expect(await end).toMatchObject([{ id: 'qtask_1', status: 'failed' }]);
      await tasks.stop();
    });
  });

  describe('background tasks of processes that share the database', () => {
    const shared = (options: Partial<TaskKind> = {}) => runner(options, systemClock, true);

    test('run where the runner was started, whoever began them, and only there', async () => {
      const [here, there] = [shared(), shared()];
      await there.tasks.start();
      const { id } = await begin(here.tasks, 2);
      expect(await numbers()).toEqual([]);
      const end = finished(there.tasks);
      await there.tasks.noticed(new Set([id]));
      expect(await end).toMatchObject([{ id, status: 'finished' }]);
      expect(await numbers()).toEqual([1, 2]);
      await there.tasks.stop();
    });

    test('tell each process once that they ended, and which of them it was', async () => {
      const [here, there] = [shared(), shared()];
      const reported: string[] = [];
      here.tasks.onFinished(({ status }, endedHere) => reported.push(`here ${status} ${endedHere}`));
      const end = finished(there.tasks);
      there.tasks.onFinished(({ status }, endedHere) => reported.push(`there ${status} ${endedHere}`));
      const { id } = await begin(here.tasks, 1);
      await there.tasks.start();
      await end;
      for (const { tasks } of [here, there]) await tasks.noticed(new Set([id]));
      expect(reported).toEqual(['there finished true', 'here finished false']);
      await there.tasks.stop();
    });

    test('that somebody stopped in another process write nothing more, and that process is the one to say so', async () => {
      let turns = 0;
      const waiting: Partial<TaskKind> = {
        async next() {
          turns += 1;
          return { pauseMs: 1 };
        },
      };
      const [here, there] = [shared(waiting), shared(waiting)];
      const reported: boolean[] = [];
      there.tasks.onFinished((_task, endedHere) => reported.push(endedHere));
      await there.tasks.start();
      const { id } = await begin(there.tasks, 9);
      await expect.poll(() => turns).toBeGreaterThan(0);
      expect(await here.tasks.stopTask(id)).toMatchObject({ status: 'finished', stopped: true });
      await there.tasks.noticed(new Set([id]));
      expect(reported).toEqual([false]);
      await there.tasks.stop();
      expect(await store.listRunning()).toEqual([]);
    });

    test('go on in the next process where the one before stopped, which has let go of everything', async () => {
      let released = 0;
      const first = shared({
        async release() {
          released += 1;
        },
      });
      await first.tasks.start();
      const { id } = await begin(first.tasks, 50);
      await expect.poll(async () => (await numbers()).length).toBeGreaterThan(1);
      await first.tasks.stop();
      expect(released).toBe(1);
      const second = shared();
      const end = finished(second.tasks);
      await second.tasks.start();
      expect(await end).toMatchObject([{ id, status: 'finished', counts: { counted: 50 } }]);
      expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
      await second.tasks.stop();
      await first.tasks.start();
      await first.tasks.stop();
    });

    test('write each piece once, also when two processes believe that they run them', async () => {
      const other = await db.reopen();
      const task = await store.insert(
        { id: 'qtask_1', task: 'count', appId: null, endpointId: null, arguments: { to: 9 } },
        1,
      );
      const piece = await counting.next(task);
      if (!('write' in piece)) throw new Error('the kind of the test always writes');
      const stores = [store, createTaskStore(other)];
      const written = await Promise.all(stores.map((store) => store.advance(task, piece, 2)));
      expect(written.filter((task) => task !== undefined)).toHaveLength(1);
      expect(await numbers()).toEqual([1]);
    });
  });

  describe('the store of tasks', () => {
    test('changes the state of a task only from its current state', async () => {
      const task = await store.insert(
        { id: 'qtask_1', task: 'count', appId: 'app_1', endpointId: null, arguments: {} },
        1,
      );
      const piece = { cursor: 'x', done: false, write: async () => ({ counted: 2 }) };
      const moved = await store.advance(task, piece, 2);
      expect(moved).toMatchObject({ cursor: 'x', counts: { counted: 2 }, updatedAt: 2 });
      expect(await store.advance(task, piece, 3)).toBeUndefined();
      expect(await store.get('qtask_1')).toEqual(moved);
    });

    test('lists by application, status and kind, and forgets what ended long ago', async () => {
      const make = (n: number, appId: string | null) =>
        store.insert(
          { id: `qtask_${n}`, task: n === 3 ? 'other' : 'count', appId, endpointId: null, arguments: {} },
          n,
        );
      for (const [n, appId] of [
        [1, 'app_1'],
        [2, 'app_2'],
        [3, 'app_1'],
      ] as const)
        await make(n, appId);
      await store.end('qtask_1', { stopped: true }, 10);
      const ids = async (filter: Parameters<TaskStore['list']>[0]) =>
        (await store.list(filter)).data.map(({ id }) => id);
      expect(await ids({})).toEqual(['qtask_3', 'qtask_2', 'qtask_1']);
      expect(await ids({ appId: 'app_1', order: 'ascending' })).toEqual(['qtask_1', 'qtask_3']);
      expect(await ids({ status: 'running' })).toEqual(['qtask_3', 'qtask_2']);
      expect(await ids({ task: 'other' })).toEqual(['qtask_3']);
      expect((await store.listRunning()).map(({ id }) => id)).toEqual(['qtask_2', 'qtask_3']);
      expect(await store.deleteEndedBefore(9, 10)).toBe(0);
      expect(await store.deleteEndedBefore(10, 10)).toBe(1);
      expect(await ids({})).toEqual(['qtask_3', 'qtask_2']);
    });
  });
});
