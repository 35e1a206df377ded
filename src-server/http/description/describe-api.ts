/**
 * The description of our own API, OpenAPI 3.1, made of the rows of the route table and the schemas of the contract.
 * Nothing is written down twice: what a row says is what is checked, what is answered, and what stands here. Tests
 * hold the other direction: every answer they see is looked up in the description.
 */
import type {
  ApiDescription,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
} from '../../contract/api-description';
import { BODY_MAX_BYTES } from '../read-body';
import type { Route } from '../route';
import { Components } from './components';
import { exampleOf } from './example-value';
import { errorResponses } from './operation-errors';
import { operationId } from './operation-id';
import { operationParameters } from './operation-parameters';
import { OTHER_TAG, TAGS, tagOf } from './operation-tags';

const INTRODUCTION = [
  'Posthorn accepts messages and delivers them as webhooks, at the limit of each endpoint.',
  'Every request carries `Authorization: Bearer` and a token. There are full tokens of the sender, read tokens of the sender, and portal tokens, which belong to one application. The token goes in the header and nowhere else.',
  'Bodies are JSON in UTF-8. Fields that an operation does not know are ignored. Times are RFC 3339 in UTC, durations name their unit. `uid` fields hold your own identifiers, and stand wherever the id may.',
  'Lists come in pages. Hand `iterator` back for the next page, `prevIterator` for the one before; `done` tells that there is nothing more in that direction.',
  'A POST may carry an `Idempotency-Key`: for 12 hours the same key brings the same answer, and the work is done once.',
  'An answer about one event type has an `ETag`. Handed back as `If-Match` with a change, it keeps two people from writing over each other: what was changed meanwhile is a 412, and nothing is written.',
  'An error has a `code` for programs and a `detail` for people. A request that does not fit its description is a 422 with a list. A method that a path does not take is a 405 with `allow`.',
];

/** What the API can do, as of these rows. */
export function describeApi(routes: readonly Route[], version: string): ApiDescription {
  const rows = describeRows(routes, version);
  for (;;) {
    const { done, value } = rows.next();
    if (done) return value;
  }
}

/** The same with a pause after each row, for a server that has other things to do. */
export function* describeRows(
  routes: readonly Route[],
  version: string,
): Generator<undefined, ApiDescription, undefined> {
  const components = new Components();
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const row of routes) {
    paths[row.path] ??= {};
    const operations = paths[row.path] as Record<string, DescribedOperation>;
    operations[row.method.toLowerCase()] = describeRow(row, routes, components);
    yield;
  }
  const used = new Set(routes.map(({ path }) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn API',
      version,
      license: { name: 'MIT License', identifier: 'MIT' },
      description: INTRODUCTION.join('\n\n'),
    },
    servers: [{ url: '/api/v1', description: 'This server.' }],
    tags: [...TAGS, OTHER_TAG]
      .filter(([name]) => used.has(name))
      .map(([name, , description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: components.all(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the sender, or of a portal session.',
        },
      },
    },
  };
}

function describeRow(row: Route, routes: readonly Route[], components: Components): DescribedOperation {
  const { body } = row;
  return {
    operationId: operationId(row, routes),
    tags: [tagOf(row.path)],
    summary: row.summary,
    description: [row.description, whoMay(row)].filter(Boolean).join('\n\n'),
    ...(row.access === 'public' && { security: [] }),
    parameters: operationParameters(row) satisfies readonly DescribedParameter[],
    ...(body && {
      requestBody: {
        required: row.emptyBody !== true,
        description: `At most ${(row.maxBodyBytes ?? BODY_MAX_BYTES).toLocaleString('en')} bytes.${row.emptyBody ? ' No body at all counts as `{}`.' : ''}`,
        content: {
          'application/json': {
            schema: components.refer(body, 'in'),
            example: exampleOf(body, 'in', components.nameOf(body)),
          },
        },
      },
    }),
    responses: { ...goodResponses(row, components), ...errorResponses(row, components) },
  };
}

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done. The answer has no body.',
};

function goodResponses(row: Route, components: Components): Record<string, DescribedResponse> {
  const responses: Record<string, DescribedResponse> = {};
  if (row.fixed)
    responses[304] = { description: 'It is still what the `ETag` in `If-None-Match` stands for.' };
  for (const [status, schema] of Object.entries(row.answers)) {
    const description = MEANING[Number(status)] ?? 'Done.';
    responses[status] =
      schema === null
        ? { description }
        : {
            description,
            content: {
              [row.media?.type ?? 'application/json']: {
                schema: components.refer(schema, 'out'),
                example: row.media?.example ?? exampleOf(schema, 'out', components.nameOf(schema)),
              },
            },
          };
  }
  return responses;
}

/** Who may call it, in words. */
function whoMay({ access, capability }: Route): string {
  const withCapability = capability ? `portal tokens with the capability \`${capability}\`` : 'portal tokens';
  switch (access) {
    case 'public':
      return 'For everybody; no token is needed.';
    case 'admin':
      return 'For full tokens of the sender.';
    case 'reader':
      return 'For full and read tokens of the sender.';
    case 'portal':
      return `For full tokens of the sender, and ${withCapability}.`;
    case 'any':
      return `For all tokens of the sender, and ${withCapability}.`;
    default:
      return access satisfies never;
  }
}
