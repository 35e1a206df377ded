import type { CopyTasks } from '../working-copy/copy-tasks';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { WorkerPool } from './workers/worker-pool';

/** One place in the queue for all working copies; their sizes bound what they do. */
const CALLER = { key: 'working copies', allowance: null } as const;
/** Further tasks wait here, since the pool refuses a caller with many waiting tasks. */
const MOST_AT_ONCE = 8;

/** Runs the tasks of working copies in workers, in the order requested. */
export function createCopyTaskRunner(workers: Pick<WorkerPool, 'run'>): RunCopyTask {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <N extends keyof CopyTasks>(
    name: N,
    input: Parameters<CopyTasks[N]>[0],
  ): Promise<Awaited<ReturnType<CopyTasks[N]>>> => {
    if (running < MOST_AT_ONCE) running += 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return (await workers.run(name, input, { caller: CALLER })) as Awaited<ReturnType<CopyTasks[N]>>;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
