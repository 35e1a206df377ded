import { join } from 'node:path';
import { ConfigError } from '../../config';
import { parseOrdered, stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject } from '../../json-schema/plain-json';
import { contentOfText, contentText, sameContent } from '../../working-copy/content-text';
import { type CopiedFlagSet, FLAG_SETS, flagSetsIn, flagSetsText } from '../../working-copy/flag-sets-text';
import { mergeSides } from '../../working-copy/merge-sides';
import { filledContent, readRemoteContent } from '../../working-copy/remote-content';
import type { SideConflict } from '../../working-copy/sides';
import { CliError } from '../cli-error';
import type { announceQuery, CliContext, Outcome } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { type CatalogEntry, catalogOfInstance } from '../instance-catalog';
import { count, table } from '../table';
import { BASE_FOLDER, readCatalogFolder, writeCatalogFolder } from './catalog-folder';

/** More than these, or more than a tenth, is not removed from an instance without a question. */
const MOST_REMOVED = 10;

/** The options of commands that can merge a folder. */
export const FOLDER_OPTIONS = {
  dir: { type: 'string', value: 'DIR', help: 'A folder as "catalog export --dir" writes it.' },
  take: {
    type: 'string',
    value: 'SIDE',
    help: 'Resolves every conflict in favor of one side: mine or theirs.',
  },
} as const;

/** @throws ConfigError for anything but a side */
export function sideOf(take: string | undefined): 'mine' | 'theirs' | null {
  if (take === undefined || take === 'mine' || take === 'theirs') return take ?? null;
  throw new ConfigError('--take must be mine or theirs.');
}

/** What somebody wants of a folder and an instance. */
export interface FolderMerge {
  readonly dir: string;
  readonly take: 'mine' | 'theirs' | null;
  /** False: only the folder is changed. */
  readonly writesInstance: boolean;
  readonly acceptRemovals: boolean;
  readonly dryRun: boolean;
  /** Of what is written to the instance. Absent: others are told of it. */
  readonly query?: ReturnType<typeof announceQuery>;
}

/** JSON texts of contents by name. */
type Contents = ReadonlyMap<string, string>;

/** One event type after the merge, or the flag sets; null: it does not exist. */
interface MergedType {
  readonly name: string;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly merged: string | null;
  readonly conflicts: readonly SideConflict[];
}

/**
 * Merges a folder with an instance, as a working copy is: field by field, and schemas value by value. What is in conflict
 * is left alone on both sides.
 */
export async function mergeFolder(
  server: Instance,
  context: CliContext,
  wish: FolderMerge,
): Promise<Outcome> {
  const { dir, dryRun, writesInstance } = wish;
  const known = await readCatalogFolder(join(dir, BASE_FOLDER));
  const own = await readCatalogFolder(dir);
  const base = contentsOf(known.document.eventTypes, null);
  // Files leave out what has its default, while an older instance leaves out what it does not know.
  const mine = contentsOf(own.document.eventTypes, null);
  const catalog = await catalogOfInstance(server, context);
  const theirs = contentsOf(catalog.document.eventTypes, base);
  const types = mergeAll(base, mine, theirs, wish.take);
  const since = sinceOf([...own.entries, ...catalog.entries]);
  const sets = catalog.flagSets && mergeSets(known.flagSets, own.flagSets, catalog.flagSets, wish.take);
  const all = sets ? [...types, sets] : types;
  const conflicts = all.filter((type) => type.conflicts.length > 0);
  const merged = all.filter((type) => type.conflicts.length === 0);
  const here = merged.filter((type) => !sameContent(type.merged, type.mine));
  const there = writesInstance ? merged.filter((type) => !sameContent(type.merged, type.theirs)) : [];
  if (!dryRun) {
    askAboutRemovals(there, theirs.size, wish, server.host);
    if (there.length > 0) {
      const changed = there.filter((type) => type !== sets);
      context.progress(`Writing ${count(changed.length, 'event type')} to ${server.host} ...`);
      if (changed.length > 0)
        await writeInstance(server, context, changed, { base, since, query: wish.query ?? {} });
      if (sets && there.includes(sets)) await writeSets(server, sets);
    }
    const keptOf = (type: MergedType) => (type.conflicts.length > 0 ? type.mine : type.merged);
    await writeCatalogFolder(dir, valuesOf(types.map(keptOf), since), {
      settings: null,
      flagSets: sets && flagSetsIn(keptOf(sets) ?? ''),
    });
    // What the instance has is the base, also where the folder goes on to differ from it.
    const agreedOf = (
      { merged: text, theirs: found, conflicts: { length } }: MergedType,
      before: string | null,
    ) => (length > 0 ? before : writesInstance ? text : found);
    await writeCatalogFolder(
      join(dir, BASE_FOLDER),
      valuesOf(
        types.map((type) => agreedOf(type, base.get(type.name) ?? null)),
        since,
      ),
      {
        settings: null,
        flagSets: sets && flagSetsIn(agreedOf(sets, flagSetsText(known.flagSets)) ?? ''),
      },
    );
  }
  const names = (some: readonly MergedType[]) => some.map(({ name }) => name);
  const rows = [
    ...here.map(({ name, merged: text }) => [text === null ? 'removed here' : 'written here', name]),
    ...there.map(({ name, merged: text }) => [text === null ? 'removed there' : 'written there', name]),
    ...conflicts.flatMap(({ name, conflicts: places }) =>
      places.map(({ pointer }) => ['conflict', name, pointer || '(the whole event type)']),
    ),
  ];
  return {
    exitCode: conflicts.length > 0 ? EXIT.no : EXIT.done,
    json: {
      ...{ folder: dir, dryRun, eventTypes: mine.size, here: names(here), there: names(there) },
      conflicts: conflicts.flatMap(({ name, conflicts: places }) =>
        places.map(({ pointer }) => ({ name, pointer })),
      ),
    },
    lines: [
      ...table(rows),
      `${dir} and ${server.host}: ${here.length} ${dryRun ? 'to write' : 'written'} here, ${there.length} there, ${conflicts.length} in conflict.${dryRun ? ' Nothing was written.' : ''}`,
    ],
  };
}

function mergeAll(base: Contents, mine: Contents, theirs: Contents, take: FolderMerge['take']): MergedType[] {
  const names = [...new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])].sort();
  return names.map((name) => {
    const sides = {
      base: base.get(name) ?? null,
      mine: mine.get(name) ?? null,
      theirs: theirs.get(name) ?? null,
    };
    const { conflicts } = mergeSides(sides);
    const resolutions = take === null ? [] : conflicts.map(({ pointer }) => ({ name, pointer, take }));
    return { name, mine: sides.mine, theirs: sides.theirs, ...mergeSides(sides, resolutions) };
  });
}

/** The sets of feature flags of both sides, as they are in a working copy. */
function mergeSets(
  base: readonly CopiedFlagSet[],
  own: readonly CopiedFlagSet[],
  found: readonly CopiedFlagSet[],
  take: FolderMerge['take'],
): MergedType {
  const [mine, theirs] = [flagSetsText(own), flagSetsText(found)];
  const sides = { base: flagSetsText(base), mine, theirs };
  const { conflicts } = mergeSides(sides);
  const resolutions =
    take === null ? [] : conflicts.map(({ pointer }) => ({ name: FLAG_SETS, pointer, take }));
  return { name: FLAG_SETS, mine, theirs, ...mergeSides(sides, resolutions) };
}

/** @throws CliError when somebody has changed them since they were read */
async function writeSets(server: Instance, { theirs, merged }: MergedType): Promise<void> {
  const { flagSets, version } = await server.ask('GET /catalog/flag-sets');
  if (flagSetsText(flagSets) !== theirs)
    throw new CliError(EXIT.no, `The flag sets have changed on ${server.host} meanwhile. Run this again.`);
  const bodyText = stringifyOrdered({ flagSets: flagSetsIn(merged ?? ''), version });
  await server.ask('PUT /catalog/flag-sets', { bodyText });
}

/** @throws CliError when much would be lost that a folder may only be missing */
function askAboutRemovals(
  there: readonly MergedType[],
  known: number,
  { dir, acceptRemovals }: FolderMerge,
  host: string,
): void {
  const removed = there.filter(({ merged }) => merged === null).map(({ name }) => name);
  if (acceptRemovals || removed.length <= 1) return;
  if (removed.length <= MOST_REMOVED && removed.length <= known / 10) return;
  throw new CliError(
    EXIT.no,
    `This would remove ${removed.length} of ${count(known, 'event type')} from ${host}, because they are gone from ${dir}: ${removed.slice(0, 5).join(', ')}${removed.length > 5 ? ' and others' : ''}. If that is meant, add --accept-removals. Nothing was written.`,
  );
}

/** All in one write. @throws CliError when the instance has changed since it was read */
async function writeInstance(
  server: Instance,
  context: CliContext,
  there: readonly MergedType[],
  {
    base,
    since,
    query,
  }: { readonly base: Contents; readonly since: Since; readonly query: ReturnType<typeof announceQuery> },
): Promise<void> {
  const now = contentsOf((await catalogOfInstance(server, context)).document.eventTypes, base);
  const moved = there.find(({ name, theirs }) => !sameContent(now.get(name) ?? null, theirs));
  if (moved) {
    throw new CliError(
      EXIT.no,
      `${moved.name} has changed on ${server.host} meanwhile. Nothing was written: run this again.`,
    );
  }
  const removed = there.filter(({ merged }) => merged === null).map(({ name }) => name);
  const eventTypes = valuesOf(
    there.map(({ merged }) => merged),
    since,
  );
  await server.ask('POST /environment/import', {
    query,
    bodyText: stringifyOrdered({
      eventTypes,
      ...(removed.length > 0 && { remove: { eventTypes: removed } }),
    }),
  });
}

/** @param base known values of what another generation of servers does not tell; null: there are none */
function contentsOf(eventTypes: readonly unknown[], base: Contents | null): Contents {
  return new Map(
    eventTypes.map((value) => {
      const text = stringifyOrdered(value);
      const read = readRemoteContent(text);
      if (read === null) return [contentOfText(text).name, contentText(contentOfText(text))] as const;
      return [
        read.name,
        base === null ? read.text : filledContent(read, base.get(read.name) ?? null),
      ] as const;
    }),
  );
}

/** Since when event types are deprecated, by name: what nobody edits, and so nothing to merge. */
type Since = ReadonlyMap<string, string>;

/** @param entries the later one of a name decides */
function sinceOf(entries: readonly CatalogEntry[]): Since {
  return new Map(
    entries.flatMap(({ name, deprecated, deprecatedAt }) =>
      deprecated && deprecatedAt !== null ? [[name, deprecatedAt] as const] : [],
    ),
  );
}

function valuesOf(contents: readonly (string | null)[], since: Since): readonly unknown[] {
  return contents.flatMap((text) => {
    const value = text === null ? null : parseOrdered(text);
    if (!isObject(value)) return [];
    const deprecatedAt = since.get(String(value.name));
    return [value.deprecated === true && deprecatedAt ? { ...value, deprecatedAt } : value];
  });
}
