import { describe, expect, it } from 'vitest';
import { condense } from '../../resources/tools/check/condense.mjs';
import { fromWritten, toWritten } from '../../resources/tools/check/test-map.mjs';
import type { RecordedTest } from '../../resources/tools/check/test-record.mjs';

const EMPTY = { seconds: {}, tests: {} };
const FILE = 'src-server/delivery/pacer.ts';

/** A test that executes functions of the file, by the lines on which they begin, and so many other files. */
function recorded(test: string, lines: readonly number[], { seconds = 1, others = 5, failed = false } = {}) {
  const beside = Array.from({ length: others }, (_, at) => [`src-server/other-${at}.ts`, [1]] as const);
  return { test, ms: seconds * 1000, failed, ran: { ...Object.fromEntries(beside), [FILE]: lines } };
}
const chosen = (...record: readonly RecordedTest[]) => condense(record, EMPTY, () => true).tests[FILE];

describe('the tests that the map keeps of a record', () => {
  it('execute together every function that any of them does', () => {
    expect(chosen(recorded('a', [1, 2]), recorded('b', [3, 4, 5]))).toEqual(['b', 'a']);
  });

  it('are the quick ones among equals, and those that execute little else', () => {
    expect(chosen(recorded('slow', [1], { seconds: 40 }), recorded('quick', [1]))?.[0]).toBe('quick');
    expect(chosen(recorded('broad', [1], { others: 300 }), recorded('narrow', [1]))?.[0]).toBe('narrow');
  });

  it('begin with what executes functions that few tests reach', () => {
    const common = ['x', 'y', 'z'].map((test) => recorded(test, [1]));
    expect(chosen(...common, recorded('rare', [9]))?.[0]).toBe('rare');
  });

  it('are eight at most, and take a minute together at most', () => {
    const many = Array.from({ length: 20 }, (_, at) => recorded(`t${at}`, [at]));
    expect(chosen(...many)).toHaveLength(8);
    const long = Array.from({ length: 5 }, (_, at) => recorded(`t${at}`, [at], { seconds: 20 }));
    expect(chosen(...long)).toHaveLength(3);
  });

  it('leave out a test that failed, since it may fail for a reason of its own', () => {
    expect(chosen(recorded('a', [1], { failed: true }))).toBeUndefined();
  });

  it('stay as they were for tests that were not recorded again, unless they or the file are gone', () => {
    const previous = {
      seconds: { old: 1, gone: 1, again: 1 },
      tests: { [FILE]: ['old', 'gone', 'again'], 'src-server/elsewhere.ts': ['again'], gone: ['old'] },
    };
    const map = condense([recorded('again', [], { others: 0 })], previous, (test) => test !== 'gone');
    expect(map.tests[FILE]).toContain('old');
    expect(map.tests[FILE]).not.toContain('gone');
    expect(Object.keys(map.tests)).not.toContain('src-server/elsewhere.ts');
    expect(Object.keys(map.tests)).not.toContain('gone');
  });
});

describe('the map as it is committed', () => {
  const map = {
    seconds: { 'test/a.test.ts': 0.7, 'test/e2e/b.spec.ts › opens': 4, 'test/unused.test.ts': 9 },
    tests: {
      'src-server/x/y.ts': ['test/e2e/b.spec.ts › opens', 'test/a.test.ts'],
      'src-main/z.ts': ['test/a.test.ts'],
    },
  };

  it('says the same when it is read again, with rounded times and without tests that nothing uses', () => {
    expect(fromWritten(toWritten(map))).toEqual({
      seconds: { 'test/a.test.ts': 1, 'test/e2e/b.spec.ts › opens': 5 },
      tests: map.tests,
    });
  });

  it('changes in one line for a file when another test is added', () => {
    const more = { ...map, tests: { ...map.tests, 'src-main/new.ts': ['test/0.test.ts'] } };
    expect(toWritten(more).files['src-server/x']).toEqual(toWritten(map).files['src-server/x']);
  });
});
