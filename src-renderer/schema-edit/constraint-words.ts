import { shortJson } from '../../src-server/contract/short-json';
import { get, type JsonNode, plainOf, toValue } from './json-node';

const ROOM = 120;

/** Every constraint of one schema on one line: "date-time · at most 40 characters · no other keys". */
export function constraintWords(schema: JsonNode): string {
  if (schema.kind !== 'object') return '';
  const parts: string[] = [];
  const value = (key: string) => plainOf(schema, key);
  const json = (key: string) => shortJson(value(key), ROOM);
  if (get(schema, 'const')) parts.push(`always ${json('const')}`);
  const values = value('enum');
  if (Array.isArray(values))
    parts.push(
      values
        .map((each) => shortJson(each, 40))
        .join(' | ')
        .slice(0, ROOM),
    );
  if (get(schema, 'format')) parts.push(textOf(value('format')));
  if (get(schema, 'pattern')) parts.push(`/${textOf(value('pattern')).slice(0, ROOM)}/`);
  parts.push(...ranges(schema));
  if (get(schema, 'multipleOf')) parts.push(`multiple of ${json('multipleOf')}`);
  if (value('uniqueItems') === true) parts.push('no item twice');
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
  ].filter((words) => words !== '');
}

function between(min: string | null, max: string | null, unit: string): string {
  const counted = (count: string) => (unit ? `${count} ${unit}${count === '1' ? '' : 's'}` : count);
  if (min !== null && max !== null) return min === max && unit ? counted(min) : `${min} to ${counted(max)}`;
  if (min !== null) return unit ? `at least ${counted(min)}` : `≥ ${min}`;
  if (max !== null) return unit ? `at most ${counted(max)}` : `≤ ${max}`;
  return '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : shortJson(value, ROOM);
}
