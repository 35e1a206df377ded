import { ConfigError } from '../../config';
import { isObject } from '../../json-schema/plain-json';
import type { CommandOption, ParsedArgs } from '../command';

/** How an option becomes a field of a request. An empty text clears the field. */
interface FieldOption {
  readonly field: string;
  /** `text`: cleared, it is empty; `name`: cleared, it is null; `on` and `off` have no value. */
  readonly kind: 'text' | 'name' | 'limit' | 'object' | 'list' | 'on' | 'off';
  readonly option: CommandOption;
}

export type FieldOptions = Readonly<Record<string, FieldOption>>;

/** The options of a command that has these fields. */
export function optionsOf(fields: FieldOptions): Readonly<Record<string, CommandOption>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { option }]) => [name, option]));
}

/**
 * What was given, as fields of a request. What was not is absent.
 * @throws ConfigError for what the field cannot be
 */
export function givenFields(fields: FieldOptions, args: ParsedArgs): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, { field, kind }] of Object.entries(fields)) {
    if (kind === 'on' || kind === 'off') {
      if (!args.has(name)) continue;
      if (field in given) throw new ConfigError(`--${name} contradicts another option.`);
      given[field] = kind === 'on';
      continue;
    }
    const values = kind === 'list' ? args.list(name) : [args.text(name)].filter((text) => text !== undefined);
    const [text] = values;
    if (text === undefined) continue;
    given[field] = kind === 'list' ? namesOf(values) : fieldOf(kind, name, text);
  }
  return given;
}

function namesOf(values: readonly string[]): readonly string[] | null {
  const names = values.filter((value) => value !== '');
  return names.length > 0 ? names : null;
}

function fieldOf(
  kind: Exclude<FieldOption['kind'], 'list' | 'on' | 'off'>,
  name: string,
  text: string,
): unknown {
  if (kind === 'text') return text;
  if (text === '') return null;
  if (kind === 'name') return text;
  if (kind === 'limit') {
    if (!/^\d+$/.test(text)) throw new ConfigError(`--${name} must be a whole number, not "${text}".`);
    return Number(text);
  }
  const value = jsonOf(name, text);
  if (!isObject(value)) throw new ConfigError(`--${name} must be a JSON object.`);
  return value;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`--${name} is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** @throws ConfigError when a change names nothing to change */
export function changedFields(fields: FieldOptions, args: ParsedArgs): Record<string, unknown> {
  const given = givenFields(fields, args);
  if (Object.keys(given).length > 0) return given;
  const names = Object.keys(fields).map((name) => `--${name}`);
  throw new ConfigError(`Say what to change: ${names.join(', ')}.`);
}
