import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';

const NAMES: Readonly<Record<string, string>> = {
  'endpoint.retry-now': 'Retry waiting messages now',
  'endpoint.recover': 'Send given-up messages again',
  'endpoint.replay': 'Send missed messages',
  'endpoint.bulk-replay': 'Send messages again',
  'message.erase': 'Erase messages',
  'data.backup': 'Create a backup',
  'diagnostics.pacing-test': 'Test the rate limit',
  'diagnostics.crash-test': 'Test that a crash loses nothing',
  'working-copy.sync': 'Sync a working copy',
};

const SKIPPED: Readonly<Record<string, string>> = {
  contentRemoved: 'without content',
  alreadyWaiting: 'already waiting',
  changedMeanwhile: 'changed in the meantime',
};

const number = new Intl.NumberFormat('en');

/** What a task does, in plain words. An unknown kind keeps its own name. */
export function taskName({ task }: Pick<BackgroundTaskOut, 'task'>): string {
  return NAMES[task] ?? task;
}

/** The progress of a task, or its receipt: "312 queued, 4 not: 3 already waiting, 1 without content". */
export function taskReceipt({ status, data }: Pick<BackgroundTaskOut, 'status' | 'data'>): string {
  const parts = [countsOf(data)];
  if (status === 'failed') parts.unshift(data.error ? `Failed: ${data.error}` : 'Failed');
  else if (status === 'finished' && data.stopped) parts.unshift('Stopped');
  const label = parts.filter((part) => part !== '').join('. ');
  if (label !== '') return label;
  return status === 'running' ? 'Running' : 'Done';
}

function countsOf(data: BackgroundTaskOut['data']): string {
  const { messages, queued, skipped, accepted, arrived, result, ended } = data as Readonly<
    Record<string, unknown>
  >;
  if (typeof accepted === 'number' && typeof arrived === 'number') {
    return `${number.format(arrived)} of ${number.format(accepted)} accepted messages arrived`;
  }
  if (typeof messages === 'number')
    return `${number.format(messages)} message${messages === 1 ? '' : 's'} erased`;
  if (typeof ended === 'number') return syncProgress(data);
  const { name } = (result ?? {}) as { readonly name?: unknown };
  if (typeof name === 'string') return name;
  if (typeof queued !== 'number') return '';
  const reasons = Object.entries(skipped !== null && typeof skipped === 'object' ? skipped : {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
  );
  const none = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([reason, count]) => `${number.format(count)} ${SKIPPED[reason] ?? reason}`);
  return `${number.format(queued)} queued${none > 0 ? `, ${number.format(none)} skipped: ${why.join(', ')}` : ''}`;
}

/** How far a sync is: "12 of 40, invoice.paid". */
export function syncProgress(data: Readonly<Record<string, unknown>>): string {
  const { ended, total, item } = data;
  const count = number.format(Number(ended ?? 0));
  if (typeof total !== 'number' || total === 0) return `${count} done`;
  const place = typeof item === 'string' ? `, ${item}` : '';
  return `${count} of ${number.format(total)}${place}`;
}

/**
 * A list with the current state of a task, newest first. Updates of a task may arrive out of order: the later progress
 * counts.
 */
export function withTask(
  tasks: readonly BackgroundTaskOut[],
  task: BackgroundTaskOut,
): readonly BackgroundTaskOut[] {
  const known = tasks.find(({ id }) => id === task.id);
  if (!known) return [task, ...tasks];
  if (Date.parse(known.updatedAt) > Date.parse(task.updatedAt)) return tasks;
  return tasks.map((known) => (known.id === task.id ? task : known));
}
