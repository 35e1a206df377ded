import { readOpenapiImport } from '../catalog/import-openapi';
import { isObject } from '../catalog/plain-json';
import type { ImportProblem } from '../contract/openapi-import';
import { CliError, isUnknownOperation } from './cli-error';
import type { Command } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';
import { readText } from './read-file';

export const importOpenapiCommand: Command = {
  name: 'import-openapi',
  usage: 'FILE [--dry-run] [--replace-all]',
  summary: 'Makes event types of the webhooks that an OpenAPI document describes.',
  about: `Reads an OpenAPI document (3.0 with x-webhooks, 3.1, 3.2; JSON or YAML) and creates and updates event types. What the
document does not name is left alone unless you ask. Entries that cannot be imported are told and left out; the
others are imported all the same. FILE may be "-" for standard input.`,
  options: {
    'dry-run': { type: 'boolean', help: 'Only says what would change.' },
    'replace-all': { type: 'boolean', help: 'Also archives every event type that is not in the document.' },
  },
  examples: [
    'posthorn import-openapi openapi.yaml --dry-run',
    'curl -s https://example.com/openapi.json | posthorn import-openapi -',
  ],
  places: [1, 1],
  asks: 'instance',
  async run({ places: [file = ''], has, world, instance }) {
    const server = await instance();
    const specRaw = await readText(file, world);
    const dryRun = has('dry-run');
    const replaceAll = has('replace-all');
    world.progress(`Reading what ${server.host} has ...`);
    const existing = await existingTypes(server);
    world.progress(`${server.host} reads the document ...`);
    const answer = await importInto(server, { specRaw, dryRun, replaceAll });
    const described = await namesIn(specRaw);
    const planned = dryRun ? answer.toModify : answer.modified;
    // On a dry run the API does not name what it would archive.
    const archived = !replaceAll
      ? []
      : dryRun
        ? toArchive(existing, described, answer.problems)
        : planned.filter((name) => described !== null && !described.includes(name));
    const written = planned.filter((name) => !archived.includes(name));
    const result = {
      dryRun,
      new: written.filter((name) => !existing.has(name)),
      changed: written.filter((name) => existing.has(name)),
      archived,
      unchanged: (described ?? []).filter((name) => !written.includes(name)),
      problems: answer.problems,
    };
    const lines = [
      ...result.new.map((name) => `+ ${name}`),
      ...result.changed.map((name) => `~ ${name}`),
      ...archived.map((name) => `- ${name}: ${dryRun ? 'would be ' : ''}archived, it is not in the document`),
      ...answer.problems.map(
        ({ severity, pointer, message }) =>
          `! ${severity === 'skipped' ? 'left out' : 'imported, but'}: ${pointer || 'the document'}: ${message}`,
      ),
      `${result.new.length} new, ${result.changed.length} changed, ${result.unchanged.length} unchanged${replaceAll ? `, ${archived.length} archived` : ''} on ${server.host}.${dryRun ? ' Nothing was written.' : ''}`,
    ];
    return { json: result, words: `${lines.join('\n')}\n` };
  },
};

/** The event types that are there, and whether each is archived. */
async function existingTypes(server: Instance): Promise<ReadonlyMap<string, boolean>> {
  const all = await server.listAll('/event-type?include_archived=true');
  return new Map(all.filter(isObject).map(({ name, archived }) => [String(name), archived === true]));
}

async function importInto(server: Instance, body: object) {
  let answer: unknown;
  try {
    answer = await server.ask('POST', '/event-type/import/openapi', body);
  } catch (cause) {
    if (!isUnknownOperation(cause)) throw cause;
    throw new CliError(
      EXIT.no,
      `${server.host} cannot read OpenAPI documents. Import it into your own Posthorn, then bring the event types over with "posthorn catalog export" and "posthorn catalog import --url ${server.baseUrl}".`,
    );
  }
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {};
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

/** What is there, not archived, and not named by the document, not even in an entry that was left out. */
function toArchive(
  existing: ReadonlyMap<string, boolean>,
  described: readonly string[] | null,
  problems: readonly ImportProblem[],
): string[] {
  if (described === null || described.length === 0) return [];
  const named = new Set([...described, ...problems.map(({ name }) => name)]);
  return [...existing].filter(([name, archived]) => !archived && !named.has(name)).map(([name]) => name);
}
