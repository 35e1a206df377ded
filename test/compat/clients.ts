import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { Svix as Svix124 } from 'svix-1-24';
import { IS_WHOLE } from '../support/share';

/** The official clients in use, as published: the oldest, the last 1.x, the newest. */
export const VERSIONS = ['1.24', '1.99', '2.5'] as const;
export type Version = (typeof VERSIONS)[number];

/**
 * Of the methods of a version that call something, those that are tried. What 2.5 calls by the same name comes from the
 * same generator in 1.99, and is tried with it in the nightly run.
 */
export function triedMethods(
  methods: Readonly<Record<Version, readonly string[]>>,
  version: Version,
): readonly string[] {
  if (IS_WHOLE || version !== '1.99') return methods[version];
  return methods[version].filter((method) => !methods['2.5'].includes(method));
}

/** A client as an object with resources, whose methods are called by their path: `endpoint.getSecret`. */
export interface Client {
  /** @throws Error when this version of the client has no such method */
  call(method: string, ...parameters: readonly unknown[]): Promise<Loose>;
  /** The paths of all its methods. */
  readonly methods: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: three generations of types; what comes out is what the tests find out
export type Loose = any;

/** The client of a version, asking `serverUrl` with `token`. */
export function clientOf(version: Version, serverUrl: string, token: string): Client {
  const svix = { '1.24': Svix124, '1.99': Svix1, '2.5': Svix2 }[version];
  const root: Loose = new svix(token, { serverUrl });
  return {
    call: async (path, ...parameters) => {
      const names = path.split('.');
      const last = names.pop() ?? '';
      const resource = names.reduce((object, name) => object?.[name], root);
      if (typeof resource?.[last] !== 'function') throw new Error(`svix ${version} has no ${path}`);
      return resource[last](...parameters);
    },
    methods: methodsOf(root),
  };
}

/** Internals of a client that are not resources: its configuration and its lower layer. */
const INSIDE = new Set(['constructor', 'requestCtx', 'request', 'api', '_configuration', 'configuration']);

/** The paths of all functions of an object, its prototypes and its nested objects. */
function methodsOf(object: object, path = ''): string[] {
  const found = new Set<string>();
  for (let level = object; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (INSIDE.has(name) || name.startsWith('_')) continue;
      const value = (object as Record<string, unknown>)[name];
      if (typeof value === 'function') found.add(path + name);
      else if (typeof value === 'object' && value !== null)
        for (const method of methodsOf(value, `${path}${name}.`)) found.add(method);
    }
  }
  return [...found].sort();
}
