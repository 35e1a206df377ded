import type { PayloadCheckOut } from '../../contract/payload-check';
import { child, fromPointer } from '../../json-schema/json-pointer';
import { parseOrdered } from '../../json-schema/ordered-json';
import type { PayloadCheck } from './payload-checks';

/** Checks a sent payload against a schema; violations are reported with `*` for every position in a list. */
export function checkSentPayload(check: PayloadCheck, text: string): PayloadCheckOut {
  let payload: unknown;
  try {
    payload = parseOrdered(text);
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

/** What is wrong with one list item is often wrong with all. */
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
