import { describe, expect, it } from 'vitest';
import { chooseTests, type Known, testsOfFile } from '../../resources/tools/check/choose-tests.mjs';
import { importersOf } from '../../resources/tools/check/import-graph.mjs';

const PACER = 'test/server/delivery/pacer.test.ts';
const HTTP = 'test/server/http/limits.test.ts';
const SPEC = 'test/e2e/admin-live.spec.ts';
const FIGURES = `${SPEC} › the figures are true`;
const CHART = `${SPEC} › with traffic › the chart moves`;

/** A small checkout with these imports. */
function knownOf(files: Readonly<Record<string, string>>, map: Partial<Known['map']> = {}): Known {
  return {
    map: { seconds: { [PACER]: 1, [HTTP]: 8, [FIGURES]: 5, [CHART]: 3 }, tests: {}, ...map },
    importers: importersOf(Object.entries(files), new Set(Object.keys(files))),
    testFiles: [PACER, HTTP, SPEC],
  };
}
const tests = (file: string, known: Known) => testsOfFile(file, known).map(({ test }) => test);

describe('the tests of a changed file', () => {
  it('are those that execute it, with the one that is named after it first', () => {
    const map = { tests: { 'src-server/pacing/pacer.ts': [HTTP, FIGURES] } };
    expect(tests('src-server/pacing/pacer.ts', knownOf({}, map))).toEqual([PACER, HTTP, FIGURES]);
  });

  it('are also the unit tests that import it, the quickest first', () => {
    const files = {
      'src-server/pacing/rate.ts': '',
      [HTTP]: "import { rate } from '../../../src-server/pacing/rate';",
      [PACER]: "import { rate } from '../../../src-server/pacing/rate';",
    };
    const map = { tests: { 'src-server/pacing/rate.ts': [FIGURES] } };
    expect(tests('src-server/pacing/rate.ts', knownOf(files, map))).toEqual([PACER, HTTP, FIGURES]);
  });

  it('name a test once, and none whose file is gone', () => {
    const map = { tests: { 'src-server/pacing/pacer.ts': ['test/server/gone.test.ts', PACER] } };
    expect(tests('src-server/pacing/pacer.ts', knownOf({}, map))).toEqual([PACER]);
  });

  it('do not include a namesake of another side of the house', () => {
    expect(tests('src-renderer/admin/pacer.ts', knownOf({}))).toEqual([]);
  });

  it('are those of the nearest importers when nothing executes it, such as a style sheet or a type', () => {
    const known = knownOf(
      {
        'src-renderer/ui/card.module.css': '',
        'src-renderer/ui/card.tsx': "import styles from './card.module.css';",
        'src-renderer/admin/page.tsx': "import { Card } from '../ui/card';",
      },
      { tests: { 'src-renderer/admin/page.tsx': [FIGURES], 'src-renderer/admin/other.tsx': [HTTP] } },
    );
    expect(testsOfFile('src-renderer/ui/card.module.css', known)).toEqual([
      { test: FIGURES, why: 'executes src-renderer/admin/page.tsx, which leads to it' },
    ]);
  });

  it('are asked of importers three steps away at most', () => {
    const files = {
      'src-server/a.ts': '',
      'src-server/b.ts': "export * from './a';",
      'src-server/c.ts': "const b = await import('./b');",
      'src-server/d.ts': "import './c';",
      'src-server/e.ts': "import { d } from './d';",
    };
    const tests = (last: string) => ({ tests: { [last]: [HTTP] } });
    expect(testsOfFile('src-server/a.ts', knownOf(files, tests('src-server/d.ts')))).toHaveLength(1);
    expect(testsOfFile('src-server/a.ts', knownOf(files, tests('src-server/e.ts')))).toEqual([]);
  });

  it('are its importers for a file that helps tests: of a spec only the quickest test', () => {
    const known = knownOf({
      'test/support/receiver.ts': '',
      [HTTP]: "import { startReceiver } from '../../support/receiver';",
      [SPEC]: "import { startReceiver } from '../support/receiver';",
    });
    expect(tests('test/support/receiver.ts', known)).toEqual([CHART, HTTP]);
  });

  it('of a page are those of the script that it names', () => {
    const files = {
      'src-renderer/portal/index.html': '<script type="module" src="./main.tsx"></script>',
      'src-renderer/portal/main.tsx': '',
    };
    const known = knownOf(files, { tests: { 'src-renderer/portal/main.tsx': [CHART] } });
    expect(tests('src-renderer/portal/index.html', known)).toEqual([CHART]);
  });

  it('is a file of tests itself, as a whole', () => {
    expect(tests(SPEC, knownOf({}))).toEqual([SPEC]);
  });
});

describe('a choice for several files', () => {
  const map = {
    tests: { 'src-server/a.ts': [HTTP, FIGURES, PACER], 'src-server/b.ts': [PACER, CHART], 'docs.md': [] },
  };
  const files = ['src-server/a.ts', 'src-server/b.ts'];
  const chosen = (mostSeconds: number) => {
    const choice = chooseTests(files, knownOf({}, map), mostSeconds);
    return { chosen: choice.chosen.map(({ test }) => test), dropped: choice.dropped.map(({ test }) => test) };
  };

  it('has each test once, and one that goes through the room', () => {
    expect(chosen(100)).toEqual({
      chosen: ['test/server/server.test.ts', PACER, HTTP, CHART, FIGURES],
      dropped: [],
    });
  });

  it('gives each file its best test before any its second, and says what there was no time for', () => {
    expect(chosen(15)).toEqual({
      chosen: ['test/server/server.test.ts', PACER, HTTP],
      dropped: [CHART, FIGURES],
    });
  });

  it('runs a test that has changed itself, however long it takes', () => {
    const known = knownOf({}, { seconds: { [HTTP]: 500 } });
    expect(chooseTests([HTTP], known, 90).chosen.map(({ test }) => test)).toEqual([HTTP]);
  });

  it('says for which files a test runs', () => {
    const [, pacer] = chooseTests(files, knownOf({}, map), 100).chosen;
    expect(pacer?.reasons).toEqual(['executes it: src-server/b.ts', 'executes it: src-server/a.ts']);
  });
});
