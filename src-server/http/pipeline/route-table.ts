import type { Method } from '../../contract/operation';
import { nameInPath } from '../../contract/path-segment';
import type { Route } from '../route';

/** What the table knows about a path. */
interface RouteMatch {
  readonly params: Readonly<Record<string, string>>;
  /** The rows of this path, by method. */
  readonly rows: ReadonlyMap<Method, Route>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | null;
  readonly rows: Map<Method, Route>;
  /** Names of the parameters on the way here, in order. */
  names: readonly string[];
}

/** All rows as a tree of path segments; a literal segment wins over a parameter. */
export class RouteTable {
  readonly routes: readonly Route[];
  readonly #root = emptyNode();

  /** @throws Error when two rows have the same method and path */
  constructor(routes: readonly Route[]) {
    this.routes = routes;
    for (const row of routes) this.#add(row);
  }

  /**
   * Finds a path below `/api/v1`; one trailing slash is ignored. Null when no row has it.
   * @param method a literal segment that does not support it may be the value of a parameter that does: something can
   * be named `export`
   */
  match(path: string, method: Method): RouteMatch | null {
    const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
    const segments = trimmed.split('/').slice(1);
    return (
      this.#matchWhere(segments, ({ rows }) => rows.has(method)) ??
      this.#matchWhere(segments, ({ rows }) => rows.size > 0)
    );
  }

  #matchWhere(segments: readonly string[], fits: (node: Node) => boolean): RouteMatch | null {
    const values: string[] = [];
    const node = find(this.#root, segments, values, fits);
    if (!node) return null;
    const params: Record<string, string> = Object.create(null);
    for (const [i, name] of node.names.entries()) {
      const value = decode(values[i] ?? '');
      if (value === null) return null;
      params[name] = value;
    }
    return { params, rows: node.rows };
  }

  #add(row: Route): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of row.path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        node.parameter ??= emptyNode();
        node = node.parameter;
      } else {
        const next = node.literals.get(segment) ?? emptyNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    if (node.rows.has(row.method)) throw new Error(`Two rows for ${row.method} ${row.path}`);
    if (node.rows.size > 0 && node.names.join() !== names.join()) {
      throw new Error(`${row.path} names its parameters differently from another row of the same path`);
    }
    node.names = names;
    node.rows.set(row.method, row);
  }
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, rows: new Map(), names: [] };
}

function find(
  node: Node,
  [segment, ...rest]: readonly string[],
  values: string[],
  fits: (node: Node) => boolean,
): Node | null {
  if (segment === undefined) return fits(node) ? node : null;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, rest, values, fits);
  if (found) return found;
  if (!node.parameter || segment === '') return null;
  values.push(segment);
  const deeper = find(node.parameter, rest, values, fits);
  if (!deeper) values.pop();
  return deeper;
}

function decode(segment: string): string | null {
  try {
    return nameInPath(decodeURIComponent(segment));
  } catch {
    return null; // invalid percent-encoding: nothing has such a name
  }
}
