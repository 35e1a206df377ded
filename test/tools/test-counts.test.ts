import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countVitest,
  filesOfPlaywright,
  filesOfVitest,
  summaryLine,
  troubleOfPlaywright,
  troubleOfVitest,
} from '../../resources/tools/test-counts.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((state) => ({ status: state })),
});

describe('countVitest', () => {
  it('adds up the tests of all files', () => {
    const report = {
      testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed', 'todo')],
    };
    expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that did not load as a failure', () => {
    expect(countVitest({ testResults: [file('passed', 'passed'), file('failed')] }, 1)).toMatchObject({
      failed: 1,
    });
  });

  it.each([
    ['there is no report', null, 0],
    ['there was no test', { testResults: [] }, 0],
    ['the exit code is bad and no test says why', { testResults: [file('passed', 'passed')] }, 1],
  ])('counts a failure when %s', (_when, report, code) => {
    expect(countVitest(report, code).failed).toBe(1);
  });
});

describe('countPlaywright', () => {
  it('counts what the runner counted', () => {
    const report = { stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 2 }, errors: [] };
    expect(countPlaywright(report, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  });

  it('counts failures and errors outside of tests', () => {
    const report = { stats: { expected: 1, unexpected: 2, flaky: 0, skipped: 0 }, errors: [{}] };
    expect(countPlaywright(report, 1)).toEqual({ passed: 1, failed: 3, skipped: 0 });
  });

  it('counts a failure when the runner died', () => {
    expect(countPlaywright(null, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('what went wrong', () => {
  it('names the unit tests that failed, and those that passed only at their second try', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'fine', failureMessages: [] },
            { status: 'failed', fullName: 'bad', failureMessages: ['1 is not 2\n  at line 3'] },
            { status: 'passed', fullName: 'late', failureMessages: ['too late'] },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] },
      ],
    };
    expect(troubleOfVitest(report)).toEqual([
      { title: 'a.test.ts: bad', passedAgain: false, why: '1 is not 2 | at line 3' },
      { title: 'a.test.ts: late', passedAgain: true, why: 'too late' },
      { title: 'b.test.ts', passedAgain: false, why: 'cannot load' },
    ]);
    expect(troubleOfVitest(null)).toEqual([]);
  });

  it('names the browser tests that failed, and those that passed only at their second try', () => {
    const spec = (title: string, status: string, message?: string) => ({
      file: 'x.spec.ts',
      line: 7,
      title,
      tests: [
        {
          status,
          results: [message ? { error: { message }, errorLocation: { file: '/a/x.ts', line: 9 } } : {}],
        },
      ],
    });
    const nested = {
      specs: [spec('bad', 'unexpected', '\u001b[31mno such button\u001b[39m\n\n  Locator: b\n1\n2\n3')],
    };
    const report = {
      suites: [{ specs: [spec('fine', 'expected'), spec('late', 'flaky', 'slow')], suites: [nested] }],
    };
    expect(troubleOfPlaywright(report)).toEqual([
      { title: 'x.spec.ts:7: late', passedAgain: true, why: 'x.ts:9: slow' },
      { title: 'x.spec.ts:7: bad', passedAgain: false, why: 'x.ts:9: no such button | Locator: b | 1 | 2' },
    ]);
    expect(troubleOfPlaywright(null)).toEqual([]);
  });
});

describe('how long files took', () => {
  it('is the time between the first and the last test of a unit test file', () => {
    const report = {
      testResults: [
        { name: '/a.test.ts', status: 'passed', startTime: 10, endTime: 35, assertionResults: [] },
      ],
    };
    expect(filesOfVitest(report)).toEqual([{ file: '/a.test.ts', ms: 25 }]);
    expect(filesOfVitest(null)).toEqual([]);
  });

  it('is the sum of all tries of all tests of a browser test file', () => {
    const spec = (file: string, ...durations: number[]) => ({
      file,
      line: 1,
      title: 'x',
      tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
    });
    const report = {
      suites: [{ specs: [spec('a', 5, 6)], suites: [{ specs: [spec('a', 7), spec('b', 8)] }] }],
    };
    expect(filesOfPlaywright(report)).toEqual([
      { file: 'a', ms: 18 },
      { file: 'b', ms: 8 },
    ]);
    expect(filesOfPlaywright(null)).toEqual([]);
  });
});

describe('summaryLine', () => {
  it('is the two numbers and nothing else', () => {
    expect(summaryLine({ passed: 12, failed: 3, skipped: 1 })).toBe('12 passed, 3 failed');
  });
});
