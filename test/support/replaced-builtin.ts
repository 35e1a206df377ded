import { syncBuiltinESMExports } from 'node:module';
import { afterAll, type Mock, vi } from 'vitest';

/**
 * Replaces a function of a module of Node until the tests of this file have ended. It does what it did until it is told
 * otherwise. A module need not be loaded anew for that: what it imports of Node is what stands there when it is called.
 */
export function replacedBuiltin<Result>(module: object, name: string): Mock<(...args: never[]) => Result> {
  const functions = module as Record<string, (...args: never[]) => Result>;
  const before = functions[name];
  if (!before) throw new Error(`there is no function ${name}`);
  const replacement = vi.fn(before);
  const put = (it: (...args: never[]) => Result) => {
    functions[name] = it;
    syncBuiltinESMExports();
  };
  put(replacement);
  afterAll(() => put(before));
  return replacement;
}
