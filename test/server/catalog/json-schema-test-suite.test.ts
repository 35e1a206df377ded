import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileCheck } from '../../../src-server/catalog/checks/compile-check';
import { quickFit } from '../../../src-server/catalog/checks/quick-fit';

/** One schema of the suite, with valid and invalid values. */
interface Group {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>> | boolean;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const SUITE = resolve(import.meta.dirname, '../../json-schema-test-suite/tests/draft7');
const files = (readdirSync(SUITE, { recursive: true }) as string[])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.json'))
  .sort();

const NEEDS_NETWORK =
  'The schema refers to a document of a server on localhost:1234. Nothing is ever fetched.';

/** Tests that cannot pass, by file, with the reason. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['refRemote.json', NEEDS_NETWORK],
  // Its only schema refers to a schema of Draft 2019-09.
  ['optional/cross-draft.json', NEEDS_NETWORK],
]);

const groupsOf = (file: string) => JSON.parse(readFileSync(join(SUITE, file), 'utf8')) as readonly Group[];

/** True or false as the check reports it; anything else is the reason why it cannot decide. */
function verdicts({ schema, tests }: Group): readonly unknown[] {
  if (typeof schema === 'boolean') return tests.map(() => schema);
  try {
    const check = compileCheck(schema);
    return tests.map(({ data }) => {
      const finding = check?.(data);
      if (finding === 'fits') return true;
      return Array.isArray(finding) ? false : finding;
    });
  } catch (cause) {
    return tests.map(() => String(cause));
  }
}

describe('the JSON-Schema-Test-Suite for Draft 7', () => {
  let passed = 0;
  let left = 0;

  it.each(files)('payload checks agree with %s of the JSON-Schema-Test-Suite', (file) => {
    for (const group of groupsOf(file)) {
      for (const [index, verdict] of verdicts(group).entries()) {
        const { description, valid } = group.tests[index] ?? {};
        const name = `${group.description}: ${description}`;
        if (EXCEPTIONS.has(file)) {
          expect(verdict, `${name} passes after all; take it off the list of exceptions`).not.toBe(valid);
          left += 1;
        } else {
          expect(verdict, name).toBe(valid);
          passed += 1;
        }
      }
    }
  });

  it('the quick check is right about each value of the JSON-Schema-Test-Suite, or leaves it to the compiled one', () => {
    let decided = 0;
    for (const file of files) {
      for (const { schema, tests, description: group } of groupsOf(file)) {
        if (typeof schema === 'boolean') continue;
        for (const { data, valid, description } of tests) {
          const verdict = quickFit(schema, data);
          if (verdict === null) continue;
          expect(verdict, `${file}, ${group}: ${description}`).toBe(valid);
          decided += 1;
        }
      }
    }
    expect(decided).toBeGreaterThan(1_400);
  });

  it('every exception from the JSON-Schema-Test-Suite names an existing file', () => {
    expect([...EXCEPTIONS.keys()].filter((file) => !files.includes(file))).toEqual([]);
  });

  afterAll(() => {
    const all = files.flatMap(groupsOf).reduce((sum, { tests }) => sum + tests.length, 0);
    console.log(`JSON-Schema-Test-Suite, Draft 7: ${passed} of ${all} passed, ${left} need the network`);
  });
});
