import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ResponseCache } from '../../../src-renderer/shared/response-cache';

/** A query whose answers come when the test says so. */
function watched() {
  const settles: ((value: string) => void)[] = [];
  const failures: ((cause: Error) => void)[] = [];
  const client = new ResponseCache({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(client, {
    queryKey: ['local', 'list'],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        settles.push(resolve);
        failures.push(reject as (cause: Error) => void);
      }),
  });
  observer.subscribe(() => {});
  return { client, observer, settles, failures };
}

test('what changes during the first read is read again after it', async () => {
  const { client, observer, settles } = watched();
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  expect(settles).toHaveLength(1);
  settles[0]?.('before the change');
  await expect.poll(() => settles.length).toBe(2);
  expect(observer.getCurrentResult().data).toBe('before the change');
  settles[1]?.('after it');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after it');
});

test('what was read before is read again once', async () => {
  const { client, observer, settles } = watched();
  settles[0]?.('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  settles[1]?.('second');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('second');
  expect(settles).toHaveLength(2);
});

test('a first read that fails is not repeated', async () => {
  const { client, observer, settles, failures } = watched();
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  failures[0]?.(new Error('gone'));
  await refreshed;
  expect(observer.getCurrentResult().error).toEqual(new Error('gone'));
  expect(settles).toHaveLength(1);
});
