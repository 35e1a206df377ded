import { heldItems } from '../../../../../src-server/json-schema/held-value';
import { objectNode, toValue } from '../../../../../src-server/json-schema/json-node';
import { shortHeld } from '../../../../../src-server/json-schema/short-json';
import type { SchemaNode } from './schema-node';

const ROOM = 120;
const SHOWN = new Set([
  ...['const', 'enum', 'format', 'pattern', 'multipleOf', 'uniqueItems', 'additionalProperties'],
  ...['additionalItems', 'default', 'deprecated'],
]);

/** Every constraint of one schema on one line: "date-time · at most 40 characters · no fields besides these". */
export function constraintLabel(schema: SchemaNode): string {
  // Only what the line shows: a schema may contain thousands of others.
  const shown = objectNode(schema.object.members.filter(({ key }) => SHOWN.has(key)));
  const holder = toValue(shown) as Readonly<Record<string, unknown>>;
  const value = (key: string) => (Object.hasOwn(holder, key) ? holder[key] : undefined);
  const json = (key: string) => shortHeld({ holder, key }, ROOM);
  const given = (key: string, label: (text: string) => string) => {
    const found = value(key);
    return found === undefined ? '' : label(typeof found === 'string' ? found : json(key));
  };
  const values = value('enum');
  const listed = Array.isArray(values) ? heldItems(values).map((each) => shortHeld(each, 40)) : [];
  return [
    given('const', () => `always ${json('const')}`),
    listed.join(' | ').slice(0, ROOM),
    // The type of a string names its format.
    schema.type.choice === 'string' ? '' : given('format', (text) => text),
    given('pattern', (text) => `/${text.slice(0, ROOM)}/`),
    ...ranges(schema),
    given('multipleOf', () => `multiple of ${json('multipleOf')}`),
    value('uniqueItems') === true && 'unique items',
    value('additionalProperties') === false && 'no fields besides these',
    value('additionalItems') === false && 'no further items',
    given('default', () => `default ${json('default')}`),
    value('deprecated') === true && 'deprecated',
  ]
    .filter(Boolean)
    .join(' · ');
}

function ranges(schema: SchemaNode): string[] {
  const number = (key: string) => {
    const found = schema.get(key);
    return found?.kind === 'scalar' && typeof toValue(found) === 'number' ? found.raw : null;
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
  ];
}

function between(min: string | null, max: string | null, unit: string): string {
  const counted = (count: string) => (unit ? `${count} ${unit}${count === '1' ? '' : 's'}` : count);
  if (min !== null && max !== null) return min === max && unit ? counted(min) : `${min} to ${counted(max)}`;
  if (min !== null) return unit ? `at least ${counted(min)}` : `≥ ${min}`;
  if (max !== null) return unit ? `at most ${counted(max)}` : `≤ ${max}`;
  return '';
}
