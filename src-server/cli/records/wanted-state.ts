import { parseDocumentText } from '../../catalog/openapi/document-text';
import { ConfigError } from '../../config';
import { isObject } from '../../json-schema/plain-json';
import type { CliContext } from '../command';
import { readText } from '../read-file';

/** Fields of a record, as a file gives them: those that are absent stay as they are. */
export type WantedFields = Readonly<Record<string, unknown>>;

export interface WantedApplication {
  readonly uid: string;
  readonly fields: WantedFields;
  readonly endpoints: readonly WantedEndpoint[];
}

export interface WantedEndpoint {
  readonly uid: string;
  readonly fields: WantedFields;
}

/** What an installation should have. */
export interface WantedState {
  readonly eventTypes: readonly { readonly name: string; readonly fields: WantedFields }[];
  readonly applications: readonly WantedApplication[];
}

const EVENT_TYPE = ['name', 'description', 'schemas', 'featureFlags', 'groupName'];
const APPLICATION = ['uid', 'name', 'rateLimit', 'metadata', 'endpoints'];
const ENDPOINT = [
  ...['uid', 'url', 'description', 'rateLimit', 'filterTypes', 'channels', 'filter', 'ordered'],
  'disabled',
];

/**
 * Reads a file of JSON or YAML; "-" is standard input. What a field may be, the instance says.
 * @throws ConfigError that names the place
 */
export async function readWantedState(file: string, context: CliContext): Promise<WantedState> {
  const name = file === '-' ? 'Standard input' : file;
  const value = await parse(name, await readText(file, context));
  const fail = (at: string, what: string): never => {
    throw new ConfigError(`${name}, ${at}: ${what}.`);
  };
  const top = record(value, 'the whole', ['eventTypes', 'applications'], fail);
  const eventTypes = list(top.eventTypes, 'eventTypes', fail).map((item, n) => {
    const { name: key, ...fields } = record(item, `eventTypes[${n}]`, EVENT_TYPE, fail);
    return { name: text(key, `eventTypes[${n}].name`, fail), fields };
  });
  const applications = list(top.applications, 'applications', fail).map((item, n) => {
    const at = `applications[${n}]`;
    const { uid, endpoints, ...fields } = record(item, at, APPLICATION, fail);
    return {
      uid: text(uid, `${at}.uid`, fail),
      fields,
      endpoints: endpointsOf(endpoints, `${at}.endpoints`, fail),
    };
  });
  onlyOnce(
    eventTypes.map(({ name: key }) => key),
    'eventTypes',
    fail,
  );
  onlyOnce(
    applications.map(({ uid }) => uid),
    'applications',
    fail,
  );
  return { eventTypes, applications };
}

type Fail = (at: string, what: string) => never;

function endpointsOf(value: unknown, at: string, fail: Fail): readonly WantedEndpoint[] {
  const endpoints = list(value, at, fail).map((item, n) => {
    const { uid, ...fields } = record(item, `${at}[${n}]`, ENDPOINT, fail);
    return { uid: text(uid, `${at}[${n}].uid`, fail), fields };
  });
  onlyOnce(
    endpoints.map(({ uid }) => uid),
    at,
    fail,
  );
  return endpoints;
}

async function parse(name: string, source: string): Promise<unknown> {
  try {
    return (await parseDocumentText(source)).value;
  } catch (cause) {
    throw new ConfigError(`${name}: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function record(value: unknown, at: string, known: readonly string[], fail: Fail): Record<string, unknown> {
  if (!isObject(value)) return fail(at, 'must be an object');
  const other = Object.keys(value).find((field) => !known.includes(field));
  if (other === 'secret' || other === 'headers') return fail(at, `${other} does not belong in a file`);
  if (other !== undefined) return fail(at, `there is no ${other}; these are known: ${known.join(', ')}`);
  return { ...value };
}

function list(value: unknown, at: string, fail: Fail): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : fail(at, 'must be a list');
}

function text(value: unknown, at: string, fail: Fail): string {
  return typeof value === 'string' && value !== '' ? value : fail(at, 'must be a string');
}

function onlyOnce(names: readonly string[], at: string, fail: Fail): void {
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) fail(at, `${twice} appears twice`);
}
