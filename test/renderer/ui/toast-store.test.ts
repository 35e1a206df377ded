import { beforeEach, expect, test } from 'vitest';
import { toast, undoToast, useToasts, withdrawUndos } from '../../../src-renderer/ui/toast-store';

beforeEach(() => useToasts.setState({ toasts: [], announced: '' }));

const labels = () => useToasts.getState().toasts.map(({ label }) => label);
const undo = async () => undefined;

test('a later change of the same thing replaces the older offer to undo', () => {
  toast('Paused a.test', undo, 'whether a.test is sent to');
  toast('Archived b', undo, 'whether b is archived');
  toast('Sending to a.test', undo, 'whether a.test is sent to');
  expect(labels()).toEqual(['Archived b', 'Sending to a.test']);
});

test('an offer to undo is withdrawn once its act was undone in another way, and other toasts stay', () => {
  toast('Deleted gift', undo, 'last step of order');
  toast('Archived b', undo, 'whether b is archived');
  toast('Saved the public catalog');
  withdrawUndos('last step of order');
  expect(labels()).toEqual(['Archived b', 'Saved the public catalog']);
  withdrawUndos();
  expect(labels()).toEqual(['Saved the public catalog']);
});

test('an undo runs once, and its failure is shown in its place', async () => {
  toast('Paused a.test', async () => {
    throw new Error('somebody has changed it since');
  });
  const [shown] = useToasts.getState().toasts;
  if (shown) await undoToast(shown);
  expect(labels()).toEqual(['Not undone: somebody has changed it since']);
});
