import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or so, as `npm test` prints them: begun last, each would run on when all others have ended. */
const LONG = [
  'hostile/event-loop',
  'http/description-fuzz',
  'http/cyclic-document',
  'hostile/working-copy',
  'catalog/github-webhooks',
  'crash/engine-model',
  'crash/nodes-die',
  'crash/kill',
  'catalog/import-reader',
  'http/import-receipts',
  'http/erasure',
  'cli/move-refusals',
  'cluster/notices-on-nodes',
  'storage/folder-ownership',
  'crash/crash-test',
];

/** The project of most files. Whatever else runs comes after it: a process loads the server once for each project. */
const FIRST = 'server';

/** Begins with the files that take longest, and goes on as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at >= 0 ? at : LONG.length + (project.name === FIRST ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
