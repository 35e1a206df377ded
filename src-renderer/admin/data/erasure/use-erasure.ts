import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../../src-server/contract/background-task';
import type { ErasureEstimateOut, ErasureIn } from '../../../../src-server/contract/erasure';
import { useInstance } from '../../platform/instance';
import { useTasks } from '../use-tasks';

/** Which messages are erased. */
export type ErasureConditions = Omit<ErasureIn, 'dryRun'>;

/** What an erasure has done: the same counts as before it. */
export type ErasureReceipt = Pick<
  ErasureEstimateOut,
  'messages' | 'attempts' | 'waiting' | 'backups' | 'elsewhere'
>;

/** Counts what would be erased, erases it, and follows that. */
export function useErasure() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const estimate = useMutation({
    mutationFn: async (conditions: ErasureConditions) => {
      const counted = await api.call('POST /erasure', { body: { ...conditions, dryRun: true } });
      if (!('messages' in counted)) throw new Error('The server did not count.');
      return counted;
    },
  });
  const begin = useMutation({
    mutationFn: async (conditions: ErasureConditions) => {
      const begun = await api.call('POST /erasure', { body: conditions });
      if (!('data' in begun)) throw new Error('The server did not begin.');
      return begun;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'tasks'] }),
  });
  const tasks = useTasks().data ?? [];
  const begun = begin.data;
  const task = begun ? (tasks.find((listed) => listed.id === begun.id) ?? begun) : null;
  return { estimate, begin, task };
}

/** The counts of a task, as far as it has got. */
export function receiptOf({ data }: Pick<BackgroundTaskOut, 'data'>): ErasureReceipt {
  const {
    messages = 0,
    attempts = 0,
    waiting = 0,
    backups = [],
    elsewhere = [],
  } = data as Partial<ErasureReceipt>;
  return { messages, attempts, waiting, backups, elsewhere };
}
