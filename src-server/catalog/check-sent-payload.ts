import type { PayloadCheckOut } from '../contract/payload-check';
import { child, fromPointer } from '../json-schema/json-pointer';
import type { PayloadCheck } from './payload-checks';

/** Holds a payload that was sent against a schema; what does not fit is told with `*` for every place in a list. */
export function checkSentPayload(check: PayloadCheck, text: string): PayloadCheckOut {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    return { fits: null, problems: [], reason: 'The payload is not JSON.' };
  }
  const found = check(payload);
  const problems = found.problems.map((problem) => ({
    ...problem,
    pointer: withoutPlaces(problem.pointer, payload),
  }));
  return { ...found, problems };
}

/** What is wrong with one item of a list is often wrong with all. */
function withoutPlaces(pointer: string, payload: unknown): string {
  let value = payload;
  let general = '';
  for (const token of fromPointer(pointer)) {
    const isList = Array.isArray(value);
    general = child(general, isList ? '*' : token);
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, token)
        ? (value as Record<string, unknown>)[token]
        : undefined;
  }
  return general;
}
