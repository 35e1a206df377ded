import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, summaryLine } from '../../resources/tools/test-counts.mjs';

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

describe('summaryLine', () => {
  it('names what was skipped only when something was', () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(summaryLine({ passed: 12, failed: 3, skipped: 1 })).toBe('12 passed, 3 failed, 1 skipped');
  });
});
