import { createContext, Script } from 'node:vm';

/** The result of a task that had limited time. */
export type InTime<T> = { readonly done: true; readonly value: T } | { readonly done: false };

let context: { task: (() => unknown) | null } | undefined;
let script: Script | undefined;

/**
 * Runs a synchronous task and stops it after `timeoutMs`, even inside a regular expression that never ends; nothing
 * else in Node can do that on one thread. A task that throws counts as not done. For pure work only: a stopped task
 * leaves behind whatever it was writing to.
 */
export function withinTime<T>(timeoutMs: number, task: () => T): InTime<T> {
  context ??= createContext({ task: null }) as { task: (() => unknown) | null };
  script ??= new Script('task()');
  context.task = task;
  try {
    return { done: true, value: script.runInContext(context, { timeout: timeoutMs }) as T };
  } catch {
    return { done: false };
  } finally {
    context.task = null;
  }
}
