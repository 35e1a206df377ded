import type { DescribedParameter } from '../../contract/api-description';
import { NAME_MAX_LENGTH, NAME_PATTERN } from '../../contract/names';
import { querySchemaOf } from '../pipeline/query-schema';
import type { Route } from '../route';

/** What the names in braces stand for. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  app: 'The application: its id (`app_...`) or your uid.',
  endpoint: 'The endpoint: its id (`ep_...`) or your uid.',
  message: 'The message: its id (`msg_...`) or your event id.',
  attempt: 'The attempt, by its id (`atmpt_...`).',
  name: 'The name of the event type. `~.` and `~..` stand for `.` and `..`, which earlier versions accepted.',
  token: 'The token, by its id (`tok_...`); not the token itself.',
  bin: 'The bin of the built-in receiver.',
  header: 'The name of a header.',
  task: 'The task, by its id.',
};

/** A name, or what stands for one that is refused today. */
const NAME_IN_PATH = `^(~\\.{1,2}|${NAME_PATTERN.slice(1, -1)})$`;
/** Those that hold a name, an id or an identifier of the caller's own; each has the same form. */
const NAMES: ReadonlySet<string> = new Set(['app', 'endpoint', 'message', 'name']);

const TRACE_HEADERS: readonly DescribedParameter[] = [
  {
    name: 'traceparent',
    in: 'header',
    required: false,
    description:
      'The trace that the message becomes a part of (W3C Trace Context). One that is not valid counts as absent.',
    schema: { type: 'string' },
  },
  {
    name: 'tracestate',
    in: 'header',
    required: false,
    description: 'What tracing systems say about that trace; sent with each attempt as it is.',
    schema: { type: 'string' },
  },
];

/** Everything that a request to a row can carry besides its body. */
export function operationParameters(row: Route): readonly DescribedParameter[] {
  return [...pathParameters(row), ...queryParameters(row), ...headerParameters(row)];
}

function pathParameters({ path }: Route): DescribedParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? 'Which one: its id.',
    schema: {
      type: 'string',
      minLength: 1,
      ...(NAMES.has(name) && { maxLength: NAME_MAX_LENGTH, pattern: NAME_IN_PATH }),
    },
  }));
}

function queryParameters({ query = {} }: Route): DescribedParameter[] {
  return Object.entries(querySchemaOf(query)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description: schema.type === 'array' ? `${description} Separated by commas, or repeated.` : description,
    ...(schema.type === 'array' && { style: 'form' as const, explode: false }),
    schema,
  }));
}

function headerParameters({ method, access, joinsTrace, conditional }: Route): DescribedParameter[] {
  const headers: DescribedParameter[] = [];
  if (method === 'POST' && access !== 'public') {
    headers.push({
      name: 'idempotency-key',
      in: 'header',
      required: false,
      description: 'A text of your own choice. For 12 hours, the same key returns the same response.',
      schema: { type: 'string' },
    });
  }
  if (joinsTrace) headers.push(...TRACE_HEADERS);
  if (conditional) {
    headers.push({
      name: 'if-match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of the state that was read. If the state has changed since, nothing is written and the response is 412. Absent: written in any state.',
      schema: { type: 'string' },
    });
  }
  return headers;
}
