import { readOpenapiImport } from '../catalog/openapi/import-openapi';
import type { ImportProblem } from '../contract/openapi-import';
import { isObject } from '../json-schema/plain-json';
import { CliError, isUnknownOperation } from './cli-error';
import type { announceQuery, CliContext, Outcome } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';

/** What is requested of an instance without import plans. */
interface ImportWish {
  readonly specRaw: string;
  readonly dryRun: boolean;
  readonly replaceAll: boolean;
  readonly query: ReturnType<typeof announceQuery>;
}

/**
 * Imports a document into an instance without import plans, such as others with the same API: it reports which names it
 * writes, and everything else is derived from its catalog.
 */
export async function importWithoutPlan(
  server: Instance,
  { specRaw, dryRun, replaceAll, query }: ImportWish,
  context: CliContext,
): Promise<Outcome> {
  context.progress(`Reading the catalog of ${server.host} ...`);
  const existing = await existingTypes(server);
  context.progress(`${server.host} reads the document ...`);
  const imported = await importInto(server, { specRaw, dryRun, replaceAll, query });
  const described = await namesIn(specRaw);
  const planned = dryRun ? imported.toModify : imported.modified;
  // In a dry run, the API does not name what it would archive.
  const archived = !replaceAll
    ? []
    : dryRun
      ? toArchive(existing, described, imported.problems)
      : planned.filter((name) => described !== null && !described.includes(name));
  const written = planned.filter((name) => !archived.includes(name));
  const result = {
    dryRun,
    new: written.filter((name) => !existing.has(name)),
    changed: written.filter((name) => existing.has(name)),
    archived,
    unchanged: (described ?? []).filter((name) => !written.includes(name)),
    problems: imported.problems,
  };
  const lines = [
    ...result.new.map((name) => `+ ${name}`),
    ...result.changed.map((name) => `~ ${name}`),
    ...archived.map((name) => `- ${name}: ${dryRun ? 'would be ' : ''}archived: not in the document`),
    ...imported.problems.map(
      ({ severity, pointer, message }) =>
        `! ${severity === 'skipped' ? 'skipped' : 'imported, but'}: ${pointer || 'the document'}: ${message}`,
    ),
    `${result.new.length} new, ${result.changed.length} changed, ${result.unchanged.length} unchanged${replaceAll ? `, ${archived.length} archived` : ''} on ${server.host}.${dryRun ? ' Nothing was written.' : ''}`,
  ];
  return { json: result, lines };
}

/** The existing event types, and whether each is archived. */
async function existingTypes(server: Instance): Promise<ReadonlyMap<string, boolean>> {
  const all = await server.listAll('GET /event-type', { query: { include_archived: true } });
  return new Map(all.filter(isObject).map(({ name, archived }) => [String(name), archived === true]));
}

async function importInto(server: Instance, { query, ...body }: ImportWish) {
  let response: unknown;
  try {
    response = await server.ask('POST /event-type/import/openapi', { query, body });
  } catch (cause) {
    if (!isUnknownOperation(cause)) throw cause;
    throw new CliError(
      EXIT.no,
      `${server.host} cannot read OpenAPI documents. Import the document into your own Posthorn, then copy the event types with "posthorn catalog export" and "posthorn catalog import --url ${server.baseUrl}".`,
    );
  }
  const data = isObject(response) && isObject(response.data) ? response.data : {};
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    modified: list(data.modified).map(String),
    toModify: list(data.to_modify)
      .filter(isObject)
      .map(({ name }) => String(name)),
    problems: list(data.problems).filter(isObject) as unknown as readonly ImportProblem[],
  };
}

/** The names in the document, as we read it; null when we cannot, and the server has to say why. */
async function namesIn(specRaw: string): Promise<readonly string[] | null> {
  try {
    return (await readOpenapiImport({ specRaw })).candidates.map(({ eventType }) => eventType.name);
  } catch {
    return null;
  }
}

/**
 * Event types that exist, are not archived, and are not named by the document, not even in an entry that was left out.
 */
function toArchive(
  existing: ReadonlyMap<string, boolean>,
  described: readonly string[] | null,
  problems: readonly ImportProblem[],
): string[] {
  if (described === null || described.length === 0) return [];
  const named = new Set([...described, ...problems.map(({ name }) => name)]);
  return [...existing].filter(([name, archived]) => !archived && !named.has(name)).map(([name]) => name);
}
