import type { CopyTasks } from './copy-tasks';

/** Does what costs by its content, and holds up nobody meanwhile. Rejects with ApiError. */
export type RunCopyTask = <N extends keyof CopyTasks>(
  name: N,
  input: Parameters<CopyTasks[N]>[0],
) => Promise<ReturnType<CopyTasks[N]>>;
