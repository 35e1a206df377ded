import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseUrl } from '../../src-server/base/parse-url';
import type { DescribedContent, DescribedOperation } from '../../src-server/contract/api-description';
import type { Method } from '../../src-server/contract/operation';
import { allRoutes } from '../../src-server/http/all-routes';
import { describeApi } from '../../src-server/http/description/describe-api';
import { RouteTable } from '../../src-server/http/pipeline/route-table';
import type { Route } from '../../src-server/http/route';

/** All routes of the API. They are only read, so they need no dependencies. */
export const rows: readonly Route[] = allRoutes({} as never);
/** The API's own description. */
export const api = describeApi(rows, '0.0.0-test');

const table = new RouteTable(rows);
// That the schemas are right is tested in `description.test.ts`: to compile the one for schemas takes half a second.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
// Addresses are formatted as URL parsers do, which leave some characters unescaped that RFC 3986 would encode.
ajv.addFormat('uri', (text) => parseUrl(text) !== null);
ajv.addSchema({ $id: 'posthorn', components: api.components });
const validators = new Map<object, ValidateFunction>();
/** The same by their text: the same errors and answers are described in hundreds of places. */
const compiled = new Map<string, ValidateFunction>();

/** The operation that answers a request. Null: none does, and the response is a 404 or 405. */
export function operationAt(method: string, path: string): DescribedOperation | null {
  const known = (method === 'HEAD' ? 'GET' : method) as Method;
  const found = table.match(path.replace(/\?.*$/s, ''), known)?.rows.get(known);
  if (found?.moves && method === 'HEAD') return null;
  return (found && api.paths[found.path]?.[found.method.toLowerCase()]) ?? null;
}

/** A schema with every reference into the description replaced by its target. None contains itself. */
export function resolve(schema: object): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(schema, (_key, value) => {
    const name = typeof value?.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    return name === undefined ? value : (api.components.schemas[name] ?? value);
  });
  return JSON.parse(text);
}

/** Validates a value against a schema of the description, including references; the faults in words. */
export function faultsOf(schema: object, value: unknown): readonly string[] {
  let validate = validators.get(schema);
  if (!validate) {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"posthorn#/components/');
    validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    validators.set(schema, validate);
  }
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * How a response differs from the description: an unknown status, a body of another shape. Answers to paths and methods
 * that the API does not have must be errors in the common error shape.
 * @param body the parsed body, or text that is not JSON; undefined if there is none
 */
export function responseFaults(
  method: string,
  path: string,
  status: number,
  body: unknown,
  media = 'application/json',
): readonly string[] {
  const operation = operationAt(method, path);
  const what = `${method} ${path.slice(0, 200)} ${status}`;
  const response = operation ? responseOf(operation, status) : status >= 400 ? NOT_THERE : undefined;
  if (!response) return [`${what}: this status is not described`];
  const content: DescribedContent | undefined = response.content;
  const schema = content?.[media]?.schema;
  if (method === 'HEAD' || !schema)
    return body === undefined ? [] : [`${what}: a body, where none is described`];
  if (body === undefined) return [`${what}: no body, where one is described`];
  return faultsOf(schema, body).map((fault) => `${what}: ${fault}`);
}

function responseOf(operation: DescribedOperation, status: number) {
  return operation.responses[status] ?? (status >= 500 ? operation.responses['5XX'] : undefined);
}

const errors = ['ErrorOut', 'ValidationErrorOut'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
/** Requests without an operation are answered with an error, whatever its status. */
const NOT_THERE = {
  description: 'No operation.',
  content: { 'application/json': { schema: { anyOf: errors } } },
};
