import { describe, expect, it } from 'vitest';
import { linesOfCode, mergeByFile, offsetsOf } from '../../resources/tools/check/executed-lines.mjs';
import { testsInReport } from '../../resources/tools/check/playwright-report.mjs';
import { testsExecuting } from '../../resources/tools/check/test-record.mjs';
import { ROOT } from '../../resources/tools/setup.mjs';

/** Two functions, which begin on lines 5 and 10 of the source. */
const CODE = 'function a() {}\nfunction b() {}\n';
const [A, B] = [0, CODE.indexOf('function b')];

/** With a source map, as Vite appends it. */
function mapped(code: string, source: string): string {
  const map = { version: 3, sources: [source], names: [], mappings: 'AAIA;AAKA' };
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}//# sourceMappingURL=data:application/json;base64,${data}\n`;
}

describe('what a test executed', () => {
  const counted = (functionName: string, startOffset: number, count: number) => ({
    functionName,
    ranges: [{ startOffset, count }],
  });

  it('is where functions begin that were called, without the script around them', () => {
    const functions = [counted('', 0, 1), counted('a', 0, 2), counted('b', 16, 0), counted('', 40, 1)];
    expect(offsetsOf(functions)).toEqual([0, 40]);
  });

  it('is told as lines of the source', () => {
    const code = mapped(CODE, 'pacer.ts');
    const folder = `${ROOT}/src-server/delivery`;
    expect(linesOfCode([A, B], code, folder)).toEqual({ 'src-server/delivery/pacer.ts': [5, 10] });
    expect(linesOfCode([B], code, folder)).toEqual({ 'src-server/delivery/pacer.ts': [10] });
  });

  it('is nothing of a package, of a test, or of code without a map', () => {
    expect(linesOfCode([A], mapped(CODE, 'index.ts'), `${ROOT}/node_modules/express`)).toEqual({});
    expect(linesOfCode([A], mapped(CODE, 'receiver.ts'), `${ROOT}/test/support`)).toEqual({});
    expect(linesOfCode([A], CODE, `${ROOT}/src-server`)).toEqual({});
  });

  it('is no export that was only read', () => {
    const code = mapped('() => { try { return a } catch {} };\nfunction a() {}\n', 'pacer.ts');
    expect(linesOfCode([0], code, `${ROOT}/src-server`)).toEqual({});
  });

  it('is counted once when several processes did it', () => {
    expect(mergeByFile([{ a: [3, 1] }, { a: [3], b: [2] }])).toEqual({ a: [1, 3], b: [2] });
  });

  it('answers which tests execute a file, the quickest first, without those that failed', () => {
    const test = (name: string, ms: number, failed = false) => ({
      test: name,
      ms,
      failed,
      ran: { 'src-main/tray.ts': [ms] },
    });
    const record = [
      test('slow', 90),
      test('failing', 5, true),
      test('quick', 10),
      { ...test('other', 1), ran: {} },
    ];
    expect(testsExecuting('src-main/tray.ts', record)).toEqual([
      { test: 'quick', ms: 10, lines: [10] },
      { test: 'slow', ms: 90, lines: [90] },
    ]);
  });
});

describe("the tests in Playwright's report", () => {
  it('have the names of the map, with the titles of the groups around them', () => {
    const spec = (title: string, ...results: object[]) => ({ title, tests: [{ results }] });
    const report = {
      suites: [
        {
          title: 'e2e/public-catalog.spec.ts',
          specs: [spec('is not there', { status: 'failed', duration: 9 }, { status: 'passed', duration: 7 })],
          suites: [{ title: 'published', specs: [spec('searches', { status: 'timedOut', duration: 120 })] }],
        },
      ],
    };
    expect(testsInReport(report).map(({ test, ms, outcome }) => [test, ms, outcome])).toEqual([
      ['test/e2e/public-catalog.spec.ts › is not there', 7, 'passed'],
      ['test/e2e/public-catalog.spec.ts › published › searches', 120, 'failed'],
    ]);
    expect(testsInReport(null)).toEqual([]);
  });
});
