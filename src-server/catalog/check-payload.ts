import type { PayloadCheckOut } from '../contract/payload-check';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';
import type { TaskInput } from './workers/worker-tasks';

/** Checks a payload against a schema, in a worker. If that takes too much time or memory, the result is unknown. */
export async function checkPayload(
  workers: Pick<WorkerPool, 'run'>,
  texts: TaskInput<'checkPayload'>,
  options: TaskOptions,
): Promise<PayloadCheckOut> {
  try {
    return await workers.run('checkPayload', texts, options);
  } catch (cause) {
    if (!(cause instanceof WorkerStopped)) throw cause;
    const reason = `The check was stopped: it needed too much ${cause.reason}.`;
    return { fits: null, problems: [], reason };
  }
}
