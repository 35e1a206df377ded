import { availableParallelism } from 'node:os';

/** How many tests run at a time: one core stays free for their servers and the machine, but two are used if there are two. */
export const WORKERS = Math.max(2, availableParallelism() - 1);
