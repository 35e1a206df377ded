import type { ErrorObject } from 'ajv';
import type { PayloadAlternative, PayloadViolation } from '../../contract/payload-check';
import { child, fromPointer, valueAt } from '../../json-schema/json-pointer';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { optionNames } from '../../json-schema/schema-children';

/** Alternatives compared, alternatives reported, and violations of each. */
const MAX_COMPARED = 30;
const MAX_ALTERNATIVES = 10;
const MAX_REASONS = 5;
/** A wrong type means another kind of value, a wrong constant another alternative; any other rule counts as one. */
const WRONG_TYPE = 10_000;
const WRONG_CONSTANT = 100;

/** Checks a value against the schema at a pointer; null: there is no such schema. */
export type PartCheck = (pointer: string, value: unknown) => readonly PayloadViolation[] | null;

/**
 * Why a value matches none of the alternatives of a `oneOf` or `anyOf`, the nearest alternative first: the one with the
 * right type and the right constants, then the one with the fewest violations.
 * @param error the failed rule, as ajv reports it in verbose mode
 * @param pointer where the rule is in the schema
 */
export function payloadAlternatives(
  { instancePath, data }: ErrorObject,
  pointer: string,
  root: JsonObject,
  check: PartCheck,
): PayloadAlternative[] {
  const found = valueAt(root, fromPointer(pointer));
  if (!found.found || !Array.isArray(found.value)) return [];
  const options: readonly unknown[] = found.value.slice(0, MAX_COMPARED);
  const names = optionNames(options, root);
  return options
    .flatMap((option, index) => {
      const violations = saysNothingButNull(option) ? null : check(child(pointer, index), data);
      if (violations === null) return [];
      const distance = violations.reduce((sum, violation) => sum + distanceOf(violation), 0);
      const problems = violations
        .slice(0, MAX_REASONS)
        .map((violation) => ({ ...violation, pointer: instancePath + violation.pointer }));
      return [{ distance, position: index + 1, label: names[index]?.label ?? '', problems }];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ distance: _, ...alternative }) => alternative);
}

function distanceOf({ pointer, rule }: PayloadViolation): number {
  if (rule === 'type' && pointer === '') return WRONG_TYPE;
  return rule === 'const' || rule === 'enum' ? WRONG_CONSTANT : 1;
}

/** "or null" needs no reason: whoever sends another value does not mean null. */
function saysNothingButNull(option: unknown): boolean {
  return isObject(option) && own(option, 'type') === 'null';
}
