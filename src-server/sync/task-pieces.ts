import { ApiError } from '../base/errors';

/** Characters that are worked on in one task, and items: a fraction of a second. */
const CHARACTERS_AT_ONCE = 1_000_000;
const ITEMS_AT_ONCE = 500;

/**
 * Runs a list through a task, some items at a time; the results stand in the same order. What takes too long together
 * is tried one by one.
 * @param tooComplex what comes of an item that takes too long alone
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

/** Whether a task was ended because of what it worked on. */
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
