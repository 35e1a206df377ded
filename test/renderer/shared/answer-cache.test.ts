import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ResponseCache } from '../../../src-renderer/shared/answer-cache';

/** A query whose answers come when the test says so. */
function watched() {
  const answers: ((value: string) => void)[] = [];
  const failures: ((cause: Error) => void)[] = [];
  const client = new ResponseCache({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(client, {
    queryKey: ['local', 'list'],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        answers.push(resolve);
        failures.push(reject as (cause: Error) => void);
      }),
  });
  observer.subscribe(() => {});
  return { client, observer, answers, failures };
}

test('what changes during the first read is read again after it', async () => {
  const { client, observer, answers } = watched();
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  expect(observer.getCurrentResult().data).toBe('before the change');
  answers[1]?.('after it');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after it');
});

test('what was read before is read again once', async () => {
  const { client, observer, answers } = watched();
  answers[0]?.('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  answers[1]?.('second');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('second');
  expect(answers).toHaveLength(2);
});

test('a first read that fails is not repeated', async () => {
  const { client, observer, answers, failures } = watched();
  const refreshed = client.invalidateQueries({ queryKey: ['local'] });
  failures[0]?.(new Error('gone'));
  await refreshed;
  expect(observer.getCurrentResult().error).toEqual(new Error('gone'));
  expect(answers).toHaveLength(1);
});
