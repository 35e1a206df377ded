import { ConfigError } from '../../config';
import { stringifyOrdered } from '../../json-schema/ordered-json';
import { catalogDifference } from '../catalog-difference';
import { CliError, isUnknownOperation } from '../cli-error';
import { announceQuery, type CliContext, type Command, NO_ANNOUNCE } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { type Catalog, type CatalogEntry, catalogOfFile, catalogOfInstance } from '../instance-catalog';
import { count } from '../table';
import { readCatalogFolder } from './catalog-folder';

export const catalogImportCommand: Command = {
  name: 'catalog import',
  usage: '(FILE | --dir DIR) [--dry-run] [--settings] [--no-announce]',
  summary: 'Adds and replaces event types from a file or a folder.',
  about: `Adds the missing event types of an exported file or folder, and replaces those that differ. Removes nothing. After an error, nothing has changed. An instance without an import gets the event types one by one, and keeps those written before an error. Settings do not change without --settings. FILE may be "-" for standard input.`,
  options: {
    dir: { type: 'string', value: 'DIR', help: 'A folder as "catalog export --dir" writes it.' },
    'dry-run': { type: 'boolean', help: 'Only prints what would change.' },
    settings: { type: 'boolean', help: 'Imports the settings too.' },
    ...NO_ANNOUNCE,
  },
  examples: ['posthorn catalog import catalog.json --dry-run', 'posthorn catalog import --dir catalog'],
  positionals: [0, 1],
  asks: 'instance',
  async run({ positionals: [file], text, has, context, instance }) {
    const dir = text('dir');
    if ((file === undefined) === (dir === undefined))
      throw new ConfigError('Give either a file, or --dir DIR.');
    const server = await instance();
    const theirs =
      dir === undefined ? await catalogOfFile(file ?? '', context) : await readCatalogFolder(dir);
    const here = await catalogOfInstance(server, context);
    const dryRun = has('dry-run');
    const withSettings = has('settings') && theirs.settings !== null;
    const { added, changed, unchanged, flagSets: sets, settings } = catalogDifference(theirs, here);
    // What only this instance has stays.
    const flagSets = sets.filter((set) => !set.endsWith(': only here'));
    const wanted = new Set([...added, ...changed.map(({ name }) => name)]);
    const changes = { added, changed, flagSets, settings: withSettings ? settings : [] };
    if (has('settings') && here.settings === null) {
      throw new CliError(EXIT.no, `${server.host} cannot import settings. Omit --settings.`);
    }
    if (!dryRun && (wanted.size > 0 || flagSets.length > 0 || changes.settings.length > 0)) {
      context.progress(`Writing ${count(wanted.size, 'event type')} to ${server.host} ...`);
      await write(
        server,
        flagSets.length > 0 ? theirs : { ...theirs, flagSets: null },
        wanted,
        { withSettings, query: announceQuery({ has }) },
        context,
      );
    }
    const lines = [
      ...added.map((name) => `+ ${name}`),
      ...changed.flatMap(({ name, changes: what }) => [
        `~ ${name}`,
        ...what.map((change) => `    ${change}`),
      ]),
      ...flagSets.map((set) => `~ flag set ${set}`),
      ...changes.settings.map((setting) => `~ setting ${setting}`),
      `${dryRun ? 'Would add' : 'Added'} ${added.length}, ${dryRun ? 'would change' : 'changed'} ${changed.length}, ${unchanged.length} unchanged on ${server.host}.${dryRun ? ' Nothing was written.' : ''}`,
    ];
    return { json: { dryRun, ...changes, unchanged: unchanged.length }, lines };
  },
};

/** All at once if the instance supports it; otherwise one by one. */
async function write(
  server: Instance,
  theirs: Catalog,
  wanted: ReadonlySet<string>,
  {
    withSettings,
    query,
  }: { readonly withSettings: boolean; readonly query: ReturnType<typeof announceQuery> },
  context: CliContext,
): Promise<void> {
  const eventTypes = theirs.document.eventTypes.filter((_, index) =>
    wanted.has(theirs.entries[index]?.name ?? ''),
  );
  // As the file has it: the instance reports what is invalid.
  const bodyText = stringifyOrdered({
    eventTypes,
    ...(theirs.flagSets && { flagSets: theirs.flagSets }),
    ...(withSettings && { settings: theirs.settings }),
  });
  try {
    await server.ask('POST /environment/import', { query, bodyText });
  } catch (cause) {
    if (!isUnknownOperation(cause) || withSettings) throw cause;
    await writeEach(
      server,
      theirs.entries.filter(({ name }) => wanted.has(name)),
      { query, context },
    );
  }
}

async function writeEach(
  server: Instance,
  entries: readonly CatalogEntry[],
  { query, context }: { readonly query: ReturnType<typeof announceQuery>; readonly context: CliContext },
): Promise<void> {
  for (const [index, { name, updatedAt: _, deprecatedAt: _since, ...entry }] of entries.entries()) {
    context.progress(`Writing to ${server.host}: ${index + 1} of ${entries.length}, ${name} ...`);
    try {
      // Both spellings: servers of the previous generation know only one flag, and would otherwise show it to everyone.
      await server.ask('PUT /event-type/{name}', {
        path: { name },
        query,
        body: { ...entry, featureFlag: entry.featureFlags?.[0] ?? null },
      });
    } catch (cause) {
      if (!(cause instanceof CliError)) throw cause;
      throw new CliError(
        cause.exitCode,
        `${name} could not be written, after ${index} of ${entries.length}: ${cause.message}`,
      );
    }
  }
}
