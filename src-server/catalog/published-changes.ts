import type { PublicTypeChange } from '../contract/public-page';
import type { PublicationStore, ShownChange } from '../storage/catalog/publication-store';
import { optionsOfMany } from './workers/options-of-many';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** What readers of the public catalog see differently since the last publish, by name; compared in a worker. */
export async function publishedChanges(
  publications: Pick<PublicationStore, 'listChanges'>,
  workers: Pick<WorkerPool, 'run'>,
  run: TaskOptions,
): Promise<PublicTypeChange[]> {
  const options = optionsOfMany(run);
  const all: PublicTypeChange[] = [];
  for (let after: string | null = null, done = false; !done; ) {
    const page = await publications.listChanges(after);
    all.push(...(await compare(page.data, workers, options)));
    ({ iterator: after, done } = page);
  }
  return all;
}

/** Those that take too long are compared one by one; any that still do are only named. */
async function compare(
  changes: readonly ShownChange[],
  workers: Pick<WorkerPool, 'run'>,
  options: TaskOptions,
): Promise<readonly PublicTypeChange[]> {
  const [first, ...others] = changes;
  if (first === undefined) return [];
  try {
    return await workers.run('comparePublished', changes, options);
  } catch (cause) {
    if (!(cause instanceof WorkerStopped)) throw cause;
    if (others.length === 0) {
      return [{ name: first.name, change: 'changed', messages: ['it is too large to be compared'] }];
    }
    const found: PublicTypeChange[] = [];
    for (const change of changes) found.push(...(await compare([change], workers, options)));
    return found;
  }
}
