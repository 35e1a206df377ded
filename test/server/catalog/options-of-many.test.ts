import { expect, test } from 'vitest';
import { optionsOfMany } from '../../../src-server/catalog/workers/options-of-many';

const caller = { key: 'somebody', allowance: null };

test('the tasks of a caller share one listener, and its disconnect ends the current task and later ones', () => {
  const listeners: (() => void)[] = [];
  const options = optionsOfMany({ caller, onGone: (listener) => void listeners.push(listener) });
  const ended: string[] = [];
  for (const name of ['first', 'second']) options.onGone?.(() => ended.push(name));
  expect(listeners).toHaveLength(1);
  for (const leave of listeners) leave();
  expect(ended).toEqual(['second']);
  options.onGone?.(() => ended.push('third'));
  expect(ended).toEqual(['second', 'third']);
});
