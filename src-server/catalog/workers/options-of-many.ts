import type { TaskOptions } from './worker-queue';

/**
 * The options for tasks that run one after another for the same caller: when nobody waits any longer, the running one
 * ends, and none of the following ones starts.
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
