import type { TaskOptions } from './worker-queue';

/**
 * The options for tasks that are done one after the other for the same caller: when nobody waits any more, the one that
 * goes on ends, and none of those that follow begins.
 */
export function optionsOfMany(options: TaskOptions): TaskOptions {
  let isGone = false;
  let leave = () => {};
  options.onGone?.(() => {
    isGone = true;
    leave();
  });
  return {
    ...options,
    onGone(listener) {
      leave = listener;
      if (isGone) listener();
    },
  };
}
