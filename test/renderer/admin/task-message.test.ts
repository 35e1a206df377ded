import { describe, expect, it } from 'vitest';
import { LIST_WIDTH, readListWidth } from '../../../src-renderer/admin/platform/list-width';
import { taskName, taskReceipt, withTask } from '../../../src-renderer/admin/platform/task-message';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';

function task(fields: Partial<BackgroundTaskOut> = {}, data: object = {}): BackgroundTaskOut {
  return {
    id: 'qtask_1',
    status: 'finished',
    task: 'endpoint.recover',
    updatedAt: '2026-01-01T00:00:01.000Z',
    ...fields,
    data: {
      appId: 'app_1',
      endpointId: 'ep_1',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: null,
      stopped: false,
      error: null,
      ...data,
    },
  };
}

describe('a background task in words', () => {
  it('a known task has a name and its progress, and an unknown one keeps its type', () => {
    expect(taskName(task())).toBe('Send given-up messages again');
    expect(taskName(task({ task: 'working-copy.sync' }))).toBe('Sync a working copy');
    const sync = (data: object) => taskReceipt(task({ task: 'working-copy.sync' }, data));
    expect(sync({ ended: 12 })).toBe('12 done');
    expect(sync({ ended: 12, total: 40, item: 'invoice.paid' })).toBe('12 of 40, invoice.paid');
    expect(sync({ ended: 40, total: 40, item: null })).toBe('40 of 40');
    expect(taskName(task({ task: 'sdk.generate' }))).toBe('sdk.generate');
    const erasure = (messages: number) =>
      taskReceipt(task({ task: 'message.erase' }, { messages, attempts: 3 }));
    expect([erasure(1), erasure(1312)]).toEqual(['1 message erased', '1,312 messages erased']);
  });

  it('a resend task says how many messages were queued, how many were skipped, and why', () => {
    const skipped = { contentRemoved: 1, alreadyWaiting: 3, changedMeanwhile: 0 };
    expect(taskReceipt(task({}, { queued: 1312, skipped }))).toBe(
      '1,312 queued, 4 skipped: 1 without content, 3 already waiting',
    );
  });

  it('a stopped or failed task says so before its progress', () => {
    expect(taskReceipt(task({}, { stopped: true, queued: 5 }))).toBe('Stopped. 5 queued');
    expect(taskReceipt(task({ status: 'failed' }, { error: 'The disk is full.' }))).toBe(
      'Failed: The disk is full.',
    );
  });

  it('a task without counts reads Running or Done', () => {
    expect(taskReceipt(task({ status: 'running' }))).toBe('Running');
    expect(taskReceipt(task())).toBe('Done');
  });
});

describe('an update of a task', () => {
  it('an update replaces the known state of its task, and a new task comes first', () => {
    const known = [task()];
    const later = task({ updatedAt: '2026-01-01T00:00:02.000Z' }, { queued: 2 });
    expect(withTask(known, later)).toEqual([later]);
    expect(withTask(known, task({ id: 'qtask_2' })).map(({ id }) => id)).toEqual(['qtask_2', 'qtask_1']);
  });

  it('an update older than the known state of its task is ignored', () => {
    const known = [task()];
    expect(withTask(known, task({ status: 'running', updatedAt: '2026-01-01T00:00:00.500Z' }))).toBe(known);
  });
});

describe('the stored width of a list', () => {
  it('a stored list width counts only if it is a valid number within the limits', () => {
    expect(readListWidth('300')).toBe(300);
    for (const stored of [null, '', 'wide', '1e9', String(LIST_WIDTH.min - 1), '300.5']) {
      expect(readListWidth(stored)).toBe(LIST_WIDTH.initial);
    }
  });
});

describe('a job of the server', () => {
  const data = {
    appId: null,
    endpointId: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    stopped: false,
    error: null,
  };

  it('a job of the server has a name and shows its progress or result', () => {
    expect(taskName({ task: 'data.backup' })).toBe('Create a backup');
    const proof = { status: 'running', data: { ...data, accepted: 1200, arrived: 30 } } as const;
    expect(taskReceipt(proof)).toBe('30 of 1,200 accepted messages arrived');
    const backup = { status: 'finished', data: { ...data, result: { name: 'posthorn-x.db' } } } as const;
    expect(taskReceipt(backup)).toBe('posthorn-x.db');
  });
});
