import { type FilterQuestion, type FilterVerdicts, judgeMessages } from '../message-filter/judge-messages';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** Characters of payloads that are judged in place, within a millisecond. */
const TEXT_IN_PLACE = 16_384;

/** Judges messages by filters; see `judgeMessages`. Who calls for one application takes turns with others. */
export type FilterJudge = (question: FilterQuestion, options: TaskOptions) => Promise<FilterVerdicts>;

/**
 * A judge that leaves large payloads to workers. What takes too long there matches: what is not known to be unwanted
 * must arrive.
 */
export function createFilterJudge(workers: Pick<WorkerPool, 'run'>): FilterJudge {
  /** The last question of each caller, who has one thread anyway: a worker's queue would refuse the fifty-first. */
  const asking = new Map<string, Promise<unknown>>();

  async function ask(question: FilterQuestion, options: TaskOptions): Promise<FilterVerdicts> {
    try {
      return await workers.run('judgeMessages', question, options);
    } catch (cause) {
      if (!(cause instanceof WorkerStopped)) throw cause;
      return question.messages.map(() => question.filters.map(() => null));
    }
  }

  return async (question, options) => {
    const length = question.messages.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    if (length <= TEXT_IN_PLACE) return judgeMessages(question);
    const { key } = options.caller;
    const before = asking.get(key) ?? Promise.resolve();
    const verdicts = before.then(() => ask(question, options));
    const settled = verdicts.catch(() => undefined);
    asking.set(key, settled);
    try {
      return await verdicts;
    } finally {
      if (asking.get(key) === settled) asking.delete(key);
    }
  };
}
