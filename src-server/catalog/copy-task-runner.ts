import type { CopyTasks } from '../working-copy/copy-tasks';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { WorkerPool } from './worker-pool';

/** One place in the queue for all working copies; what they do is bounded by their sizes. */
const CALLER = { key: 'working copies', allowance: null } as const;
/** More wait here, since the pool refuses a caller of whom many wait. */
const MOST_AT_ONCE = 8;

/** Has the tasks of working copies done in workers, in the order in which they are asked for. */
export function createCopyTaskRunner(workers: Pick<WorkerPool, 'run'>): RunCopyTask {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <N extends keyof CopyTasks>(name: N, input: Parameters<CopyTasks[N]>[0]) => {
    if (running < MOST_AT_ONCE) running += 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return (await workers.run(name, input, { caller: CALLER })) as ReturnType<CopyTasks[N]>;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
