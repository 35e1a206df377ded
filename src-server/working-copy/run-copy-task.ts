import type { CopyTasks } from './copy-tasks';

/** Runs tasks whose cost depends on their content, without holding anything up. Rejects with ApiError. */
export type RunCopyTask = <N extends keyof CopyTasks>(
  name: N,
  input: Parameters<CopyTasks[N]>[0],
) => Promise<Awaited<ReturnType<CopyTasks[N]>>>;
