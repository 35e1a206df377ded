/**
 * The description of our own API, OpenAPI 3.1, derived from the rows of the route table and the schemas of the
 * contract. Nothing is written twice: what a row says is what is checked, what is answered, and what is described here.
 * Tests check the other direction: they look up every response they see in the description.
 */
import type { ApiDescription, DescribedOperation, DescribedResponse } from '../../contract/api-description';
import { PAGE_KEY_HEADER } from '../../contract/browser-session';
import { LIMITED_KINDS, OPERATIONS_OF_KIND } from '../../contract/token-kinds';
import { BODY_MAX_BYTES } from '../pipeline/read-body';
import type { Route } from '../route';
import { Components } from './components';
import { exampleOf } from './example-value';
import { errorResponses, usualError } from './operation-errors';
import { operationId } from './operation-id';
import { operationParameters } from './operation-parameters';
import { OTHER_TAG, TAGS, tagOf } from './operation-tags';
import { sharedParameters } from './shared-parts';

const INTRODUCTION = [
  'Posthorn accepts messages and delivers them as webhooks, within the rate limit of each endpoint.',
  'Every request carries `Authorization: Bearer` and a token. The sender has tokens of four kinds, of which `full` may do everything; portal tokens belong to one application. Send the token only in this header. The pages of this server keep a browser logged in by a cookie instead; it counts in their own requests alone.',
  'Bodies are JSON in UTF-8. Unknown fields are ignored. A query parameter has a value or is left out; an empty one is refused. Times are RFC 3339 in UTC, durations name their unit. `uid` fields hold your own identifiers, and can replace an id anywhere.',
  'Lists are paged. Pass `iterator` back for the next page, `prevIterator` for the previous one; `done` means that there is nothing more in that direction.',
  'A POST may carry an `Idempotency-Key`: for 12 hours, the same key returns the same response, and the work is done once.',
  'Responses that contain one event type, application, endpoint or connection, the headers of an endpoint, the settings or an exported environment have an `ETag`. Sent back as `If-Match` with a change, it prevents lost updates: if that state has changed since, the response is 412 and nothing is written.',
  'The response `default` stands for what nearly every operation can be refused for. An error has a `code` for programs and a `detail` for people. A request that violates its schema gets a 422 with a list of problems. An unsupported method gets a 405 with `allow`.',
];

/** What the API can do, according to these rows. */
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
  usualError(components);
  const used = new Set(routes.map(({ path }) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn API',
      version,
      license: { name: 'MIT License', identifier: 'MIT' },
      contact: { name: 'The makers of Posthorn' },
      description: INTRODUCTION.join('\n\n'),
    },
    servers: [{ url: '/api/v1', description: 'This server.' }],
    tags: [...TAGS, OTHER_TAG]
      .filter(([name]) => used.has(name))
      .map(([name, , description]) => ({ name, description })),
    security: [{ bearer: [] }, { browserSession: [], pageKey: [] }],
    paths,
    components: {
      schemas: components.schemas(),
      responses: components.responses(),
      parameters: sharedParameters(paths),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the sender, or of a portal session.',
        },
        browserSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'posthorn-{installation}',
          description:
            'The cookie of a browser that is logged in to the admin pages, in a request of these pages, together with `posthorn-page-key`. Over https, its name begins with `__Host-`.',
        },
        pageKey: {
          type: 'apiKey',
          in: 'header',
          name: PAGE_KEY_HEADER,
          description:
            'A signature of the request: `signed.RUN.TIME.NONCE.BODY.MAC`, where TIME is that of the server, NONCE 32 hexadecimal digits that are used once, BODY the SHA-256 of the body, and MAC the HMAC-SHA256, with the key of the log-in, of seven lines joined by line feeds: `posthorn request`, RUN, TIME, NONCE, method, path with query, BODY. From pages that cannot sign, the page key of the log-in.',
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
    parameters: operationParameters(row),
    ...(body && {
      requestBody: {
        required: row.emptyBody !== true,
        description: `At most ${(row.maxBodyBytes ?? BODY_MAX_BYTES).toLocaleString('en')} bytes.${row.emptyBody ? ' An empty body counts as `{}`.' : ''}`,
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

const MEANING: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  200: ['', 'Done.'],
  201: ['Created', 'Created.'],
  202: ['Accepted', 'Accepted.'],
};

function goodResponses(row: Route, components: Components): Record<string, DescribedResponse> {
  const responses: Record<string, DescribedResponse> = {};
  if (row.fixed || row.revalidated)
    responses[304] = components.response('Unchanged', () => ({
      description: 'Unchanged since the `ETag` in `If-None-Match`.',
    }));
  for (const [status, schema] of Object.entries(row.responses))
    responses[status] = goodResponse(Number(status), schema, row, components);
  return responses;
}

function goodResponse(
  status: number,
  schema: object | null,
  { media, otherMedia }: Route,
  components: Components,
): DescribedResponse {
  if (schema === null)
    return components.response('Done', () => ({ description: 'Done. The response has no body.' }));
  const name = components.nameOf(schema);
  const [suffix, description] = MEANING[status] ?? [String(status), 'Done.'];
  const make = () => ({
    description,
    content: {
      [media?.type ?? 'application/json']: {
        schema: components.refer(schema, 'out'),
        example: media?.example ?? exampleOf(schema, 'out', name),
      },
      ...(otherMedia && {
        [otherMedia.type]: { schema: { type: 'string' }, example: otherMedia.example },
      }),
    },
  });
  return name === null ? make() : components.response(`${name}${suffix}Response`, make);
}

/** Who may call it, in words. */
function whoMay({ shared, ...row }: Route): string {
  const kinds = kindsOf(row);
  if (shared === undefined || row.access === 'share') return whoMayOf(row) + kinds;
  const links =
    shared === 'all' ? 'share links and their frames' : `frames of share links that show the ${shared}`;
  return `${whoMayOf(row)}${kinds} Also for ${links}.`;
}

/** The kinds of tokens of the sender that may call it, in words. */
function kindsOf({ access, method, path }: Route): string {
  const kinds = LIMITED_KINDS.filter((kind) => OPERATIONS_OF_KIND[kind].has(`${method} ${path}`));
  return access === 'public' || kinds.length === 0
    ? ''
    : ` Also for ${new Intl.ListFormat('en').format(kinds.map((kind) => `\`${kind}\``))} tokens.`;
}

function whoMayOf({ access, capability }: Pick<Route, 'access' | 'capability'>): string {
  const withCapability = capability ? `portal tokens with the capability \`${capability}\`` : 'portal tokens';
  switch (access) {
    case 'public':
      return 'For everyone; no token is needed.';
    case 'admin':
      return 'For full tokens of the sender.';
    case 'reader':
      return 'For full tokens of the sender, and for readers with feature flags.';
    case 'portal':
      return `For full tokens of the sender, and ${withCapability}.`;
    case 'any':
      return `For full tokens of the sender, for readers with feature flags, and for ${withCapability}.`;
    case 'share':
      return 'For share links of the portal preview.';
    default:
      return access satisfies never;
  }
}
