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
];

/** Begins with the files that take longest, and goes on as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
