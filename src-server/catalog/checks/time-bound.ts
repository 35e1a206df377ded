import { createContext, Script } from 'node:vm';
import { accountOfThisThread, processorWaitMs } from '../../base/processor-wait';

/** The result of a task that had limited time. */
type InTime<T> =
  | { readonly done: true; readonly value: T }
  | {
      readonly done: false;
      /** True: its time ran out. False: it threw. */
      readonly isStopped: boolean;
    };

let context: { task: (() => unknown) | null } | undefined;
let script: Script | undefined;

/** A task whose thread waited for the processor for more than this share of its time runs once more. */
const STARVED_SHARE = 0.2;
const LONGEST_LIMITS = 10;

/**
 * Runs a synchronous task and stops it after `timeoutMs`, even inside a regular expression that never ends; nothing
 * else in Node can do that on one thread. A task that throws counts as failed. One that was stopped although others had
 * its processor for much of the time runs once more, with the same time again. For pure work only: a stopped task may
 * leave half-written data behind.
 * @param waitedMs how long this thread has waited for a processor so far
 */
export function withinTime<T>(
  timeoutMs: number,
  task: () => T,
  waitedMs: () => number = waitedOfThisThread,
): InTime<T> {
  const waitedBefore = waitedMs();
  const first = withinWallTime(timeoutMs, task);
  if (first.done || !first.isStopped) return first;
  const workedShare = Math.max(1 / LONGEST_LIMITS, 1 - (waitedMs() - waitedBefore) / timeoutMs);
  return workedShare > 1 - STARVED_SHARE ? first : withinWallTime(Math.ceil(timeoutMs / workedShare), task);
}

let account: string | null | undefined;

function waitedOfThisThread(): number {
  if (account === undefined) account = accountOfThisThread();
  return processorWaitMs(account);
}

function withinWallTime<T>(timeoutMs: number, task: () => T): InTime<T> {
  context ??= createContext({ task: null }) as { task: (() => unknown) | null };
  script ??= new Script('task()');
  context.task = task;
  try {
    return { done: true, value: script.runInContext(context, { timeout: timeoutMs }) as T };
  } catch (cause) {
    const isStopped = (cause as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return { done: false, isStopped };
  } finally {
    context.task = null;
  }
}
