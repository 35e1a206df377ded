import { heldItems } from '../../../../../src-server/json-schema/held-value';
import { get, type JsonNode, objectNode, toValue } from '../../../../../src-server/json-schema/json-node';
import { shortHeld } from '../../../../../src-server/json-schema/short-json';
import { typeOf } from './schema-type';

const ROOM = 120;
const SAID = new Set([
  ...['const', 'enum', 'format', 'pattern', 'multipleOf', 'uniqueItems', 'additionalProperties'],
  ...['additionalItems', 'default', 'deprecated'],
]);

/** Every constraint of one schema on one line: "date-time · at most 40 characters · no other keys". */
export function constraintLabel(schema: JsonNode): string {
  if (schema.kind !== 'object') return '';
  const parts: string[] = [];
  // Only what the line shows: a schema may contain thousands of others.
  const said = objectNode(schema.members.filter(({ key }) => SAID.has(key)));
  const holder = toValue(said) as Readonly<Record<string, unknown>>;
  const value = (key: string) => (Object.hasOwn(holder, key) ? holder[key] : undefined);
  const text = (key: string) => {
    const found = value(key);
    return typeof found === 'string' ? found : json(key);
  };
  const json = (key: string) => shortHeld({ holder, key }, ROOM);
  if (get(schema, 'const')) parts.push(`always ${json('const')}`);
  const values = value('enum');
  if (Array.isArray(values))
    parts.push(
      heldItems(values)
        .map((each) => shortHeld(each, 40))
        .join(' | ')
        .slice(0, ROOM),
    );
  // The type of a string names its format.
  if (get(schema, 'format') && typeOf(schema).choice !== 'string') parts.push(text('format'));
  if (get(schema, 'pattern')) parts.push(`/${text('pattern').slice(0, ROOM)}/`);
  parts.push(...ranges(schema));
  if (get(schema, 'multipleOf')) parts.push(`multiple of ${json('multipleOf')}`);
  if (value('uniqueItems') === true) parts.push('unique items');
  if (value('additionalProperties') === false) parts.push('no other keys');
  if (value('additionalItems') === false) parts.push('no further items');
  if (get(schema, 'default')) parts.push(`default ${json('default')}`);
  if (value('deprecated') === true) parts.push('deprecated');
  return parts.filter(Boolean).join(' · ');
}

function ranges(schema: JsonNode): string[] {
  const number = (key: string) => {
    const value = get(schema, key);
    return value && typeof toValue(value) === 'number' && value.kind === 'scalar' ? value.raw : null;
  };
  const above = number('exclusiveMinimum');
  const below = number('exclusiveMaximum');
  return [
    between(number('minimum'), number('maximum'), ''),
    above === null ? '' : `> ${above}`,
    below === null ? '' : `< ${below}`,
    between(number('minLength'), number('maxLength'), 'character'),
    between(number('minItems'), number('maxItems'), 'item'),
    between(number('minProperties'), number('maxProperties'), 'key'),
  ].filter((label) => label !== '');
}

function between(min: string | null, max: string | null, unit: string): string {
  const counted = (count: string) => (unit ? `${count} ${unit}${count === '1' ? '' : 's'}` : count);
  if (min !== null && max !== null) return min === max && unit ? counted(min) : `${min} to ${counted(max)}`;
  if (min !== null) return unit ? `at least ${counted(min)}` : `≥ ${min}`;
  if (max !== null) return unit ? `at most ${counted(max)}` : `≤ ${max}`;
  return '';
}
