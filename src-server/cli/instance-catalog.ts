import { toIsoTime } from '../base/clock';
import { ENVIRONMENT_VERSION } from '../contract/environment-version';
import { parseOrdered } from '../json-schema/ordered-json';
import { isObject } from '../json-schema/plain-json';
import { type CopiedFlagSet, isListOfSets } from '../working-copy/flag-sets-text';
import { CliError, isUnknownOperation } from './cli-error';
import type { CliContext } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';
import { readText } from './read-file';

/** An event type in a form that every generation of servers and files supports. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** RFC 3339; null if it is not, or unknown. */
  readonly deprecatedAt: string | null;
  /** RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
  /** The event type to use instead. Null: none. */
  readonly replacedBy: string | null;
  readonly groupName: string | null;
  /** Null: everyone sees it. Never empty. */
  readonly featureFlags: readonly string[] | null;
  /** Draft 7 schemas by version; null for none. */
  readonly schemas: Readonly<Record<string, unknown>> | null;
  /** When it last changed, according to its server; null if unknown. */
  readonly updatedAt: string | null;
}

/** The catalog of an instance, or of a file. */
export interface Catalog {
  readonly entries: readonly CatalogEntry[];
  /** Null if unknown: the server does not export them, or the file has none. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** In their order. Null if unknown: the server or the file does not tell. */
  readonly flagSets: readonly CopiedFlagSet[] | null;
  /** As received, in the form that an import accepts. */
  readonly document: Readonly<Record<string, unknown>> & { readonly eventTypes: readonly unknown[] };
}

/** Reads what an instance has: its export or, if it has none, the list of its event types. */
export async function catalogOfInstance(server: Instance, context: CliContext): Promise<Catalog> {
  context.progress(`Reading the catalog of ${server.host} ...`);
  let document: unknown;
  try {
    // Without sets, an export does not mention them.
    document = { flagSets: [], ...(await server.ask('POST /environment/export')) };
  } catch (cause) {
    if (!isUnknownOperation(cause)) throw cause;
    const eventTypes = await server.listAll(
      'GET /event-type',
      { query: { with_content: true, include_archived: true } },
      (read) => context.progress(`Reading the catalog of ${server.host}: ${read} event types ...`),
    );
    document = {
      version: ENVIRONMENT_VERSION,
      createdAt: toIsoTime(context.clock.now()),
      eventTypes,
      settings: null,
      connectors: [],
    };
  }
  const catalog = toCatalog(document);
  if (catalog !== null) return catalog;
  throw new CliError(EXIT.unreachable, `${server.host} responds, but not like Posthorn. Check the URL.`);
}

/** Reads an exported file; "-" is standard input. */
export async function catalogOfFile(path: string, context: CliContext): Promise<Catalog> {
  const text = await readText(path, context);
  const name = path === '-' ? 'Standard input' : path;
  let value: unknown;
  try {
    value = parseOrdered(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CliError(EXIT.no, `${name} is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  const catalog = toCatalog(value);
  const version = catalog?.document.version ?? ENVIRONMENT_VERSION;
  if (version !== ENVIRONMENT_VERSION) {
    throw new CliError(
      EXIT.no,
      `${name} has version ${JSON.stringify(version)} of the format. This posthorn reads version ${ENVIRONMENT_VERSION}.`,
    );
  }
  if (catalog !== null) return catalog;
  throw new CliError(
    EXIT.no,
    `${name} is not a catalog: it needs a list "eventTypes" whose entries have names. "posthorn catalog export" writes one.`,
  );
}

/** Null: it is none. */
export function toCatalog(value: unknown): Catalog | null {
  if (!isObject(value) || !Array.isArray(value.eventTypes)) return null;
  const eventTypes: readonly unknown[] = value.eventTypes;
  const entries = eventTypes.map(toCatalogEntry);
  if (!entries.every((entry) => entry !== null)) return null;
  return {
    entries,
    settings: isObject(value.settings) ? value.settings : null,
    flagSets: isListOfSets(value.flagSets) ? value.flagSets : null,
    document: { ...value, eventTypes },
  };
}

/** Reads an event type of any generation of servers. Null: it is none. */
export function toCatalogEntry(value: unknown): CatalogEntry | null {
  if (!isObject(value) || typeof value.name !== 'string') return null;
  const flags = Array.isArray(value.featureFlags)
    ? value.featureFlags.filter((flag) => typeof flag === 'string')
    : [];
  // Servers and files of the previous generation know only one flag.
  if (flags.length === 0 && typeof value.featureFlag === 'string') flags.push(value.featureFlag);
  const schemas = isObject(value.schemas) ? value.schemas : null;
  const single = value.schema === undefined || value.schema === null ? null : { '1': value.schema };
  const all = schemas ?? single;
  return {
    name: value.name,
    description: typeof value.description === 'string' ? value.description : '',
    archived: value.archived === true,
    deprecated: value.deprecated === true,
    deprecatedAt: typeof value.deprecatedAt === 'string' ? value.deprecatedAt : null,
    sunsetAt: typeof value.sunsetAt === 'string' ? value.sunsetAt : null,
    replacedBy: typeof value.replacedBy === 'string' ? value.replacedBy : null,
    groupName: typeof value.groupName === 'string' ? value.groupName : null,
    featureFlags: flags.length === 0 ? null : flags,
    schemas: all !== null && Object.keys(all).length > 0 ? all : null,
    updatedAt: typeof value.updatedAt === 'string' ? value.updatedAt : null,
  };
}
