import type { Method } from '../../contract/operation';
import type { Route } from '../route';

const VERBS: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Those that would differ from another one in punctuation alone, which few languages have in a name. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([['GET /event-type-history', 'catalog.history.list']]);

/**
 * The name of an operation, derived from its path and what it does, so that it is as stable as those:
 * `GET /app/{app}/endpoint` is `app.endpoint.list`, `POST .../secret/rotate` is `app.endpoint.secret.rotate`.
 * @param routes all rows, to distinguish a POST that adds to a collection from an action
 */
export function operationId(row: Route, routes: readonly Route[]): string {
  const own = OWN_NAMES.get(`${row.method} ${row.path}`);
  if (own !== undefined) return own;
  const segments = row.path.split('/').slice(1);
  const parts = segments
    .filter((segment) => !segment.startsWith('{'))
    .map((word) => word.replace(/\..*$/, ''));
  const endsInParameter = segments.at(-1)?.startsWith('{') ?? false;
  if (row.method === 'GET' && isList(row, routes)) return [...parts, 'list'].join('.');
  if (row.method === 'POST') {
    const isCollection = routes.some((other) => other.method === 'GET' && other.path === row.path);
    if (endsInParameter) return isCollection ? [...parts, 'change'].join('.') : parts.join('.');
    return isCollection ? [...parts, VERBS.POST].join('.') : parts.join('.');
  }
  return [...parts, VERBS[row.method]].join('.');
}

/** Lists without pages are recognized by their items, if those can be requested one by one. */
function isList({ responses, path }: Route, routes: readonly Route[]): boolean {
  const response = responses[200] as
    | { readonly properties?: Readonly<Record<string, unknown>> }
    | null
    | undefined;
  if (response?.properties?.iterator !== undefined) return true;
  const isItem = (other: Route) => other.path.startsWith(`${path}/{`) && other.path.endsWith('}');
  return (
    response?.properties?.data !== undefined &&
    routes.some((other) => other.method === 'GET' && isItem(other))
  );
}
