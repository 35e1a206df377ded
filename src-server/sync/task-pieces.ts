import { ApiError } from '../base/errors';

/** Characters and items processed in one task: a fraction of a second. */
const CHARACTERS_AT_ONCE = 1_000_000;
const ITEMS_AT_ONCE = 500;

/**
 * Runs a list through a task, some items at a time; the results keep the order. Items that take too long together are
 * tried one by one.
 * @param tooComplex the result for an item that takes too long alone
 */
export async function inTaskPieces<In extends object, Out>(
  items: readonly In[],
  run: (some: readonly In[]) => Promise<readonly Out[]>,
  tooComplex: (item: In) => Out,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  for (const some of piecesOf(items)) {
    try {
      for (const result of await run(some)) results.push(result);
    } catch (cause) {
      if (!isTooComplex(cause)) throw cause;
      for (const item of some) results.push(await runOne(item, run, tooComplex));
    }
  }
  return results;
}

/** Whether a task was ended because of its input. */
export function isTooComplex(cause: unknown): boolean {
  return cause instanceof ApiError && 'code' in cause.body && cause.body.code === 'too_complex';
}

async function runOne<In extends object, Out>(
  item: In,
  run: (some: readonly In[]) => Promise<readonly Out[]>,
  tooComplex: (item: In) => Out,
): Promise<Out> {
  try {
    const [result] = await run([item]);
    return result as Out;
  } catch (cause) {
    if (!isTooComplex(cause)) throw cause;
    return tooComplex(item);
  }
}

function piecesOf<In extends object>(items: readonly In[]): readonly (readonly In[])[] {
  const pieces: In[][] = [];
  let characters = CHARACTERS_AT_ONCE;
  for (const item of items) {
    const size = charactersIn(item);
    const last = pieces.at(-1);
    if (!last || last.length >= ITEMS_AT_ONCE || characters + size > CHARACTERS_AT_ONCE) {
      pieces.push([item]);
      characters = size;
    } else {
      last.push(item);
      characters += size;
    }
  }
  return pieces;
}

function charactersIn(item: object): number {
  let sum = 0;
  for (const value of Object.values(item)) {
    if (typeof value === 'string') sum += value.length;
    else if (typeof value === 'object' && value !== null) sum += charactersIn(value);
  }
  return sum;
}
