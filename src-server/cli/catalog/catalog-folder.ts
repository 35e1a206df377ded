import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocumentText } from '../../catalog/openapi/document-text';
import { yamlText } from '../../catalog/openapi/yaml-text';
import { fileNameOf } from '../../contract/file-name';
import { isValidName } from '../../contract/names';
import { stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject, own } from '../../json-schema/plain-json';
import type { CopiedFlagSet } from '../../working-copy/flag-sets-text';
import {
  FLAG_SETS_FILE,
  IS_DOCUMENT,
  IS_YAML,
  setsInFile,
  TYPES_FOLDER,
  typeFileText,
} from '../../working-copy/folder-files';
import { CliError } from '../cli-error';
import { EXIT } from '../exit-code';
import { type Catalog, toCatalog } from '../instance-catalog';
import { writeWhole } from '../write-whole';

/** What a folder and its instance both had when they were last the same: a folder of the same form, below it. */
export const BASE_FOLDER = '.base';
const SETTINGS_FILE = 'settings.yaml';

/** A catalog in a folder, and the files of its event types by name. */
export interface CatalogFolder extends Catalog {
  readonly flagSets: readonly CopiedFlagSet[];
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads a folder with one file, in JSON or YAML, for each event type. One that does not exist has none.
 * @throws CliError that names the file that is wrong
 */
export async function readCatalogFolder(dir: string): Promise<CatalogFolder> {
  const eventTypes: unknown[] = [];
  const files = new Map<string, string>();
  for (const file of (await namesIn(join(dir, TYPES_FOLDER)))
    .filter((name) => IS_DOCUMENT.test(name))
    .sort()) {
    const path = join(dir, TYPES_FOLDER, file);
    const value = await readDocument(path);
    const name = isObject(value) ? own(value, 'name') : undefined;
    if (typeof name !== 'string')
      throw new CliError(EXIT.no, `${path} has no "name": it is not an event type.`);
    const other = files.get(name);
    if (other !== undefined) throw new CliError(EXIT.no, `${path} and ${other} are both called ${name}.`);
    files.set(name, path);
    eventTypes.push(value);
  }
  const names = await namesIn(dir);
  const settings = names.includes(SETTINGS_FILE) ? await readDocument(join(dir, SETTINGS_FILE)) : null;
  const flagSets = names.includes(FLAG_SETS_FILE) ? await readFlagSets(join(dir, FLAG_SETS_FILE)) : [];
  const catalog = toCatalog({ eventTypes, settings });
  if (catalog === null) throw new CliError(EXIT.no, `${dir} is not a catalog.`);
  return { ...catalog, flagSets, files };
}

/** What changed in a folder, as numbers of files. */
export interface FolderChanges {
  readonly written: number;
  readonly removed: number;
}

/**
 * Writes a catalog into a folder. A file that says the same stays as it is; one of an event type that is gone is removed,
 * and so is nothing else.
 * @param eventTypes values as an instance exports them, their texts as they are stored
 * @param around what is null stays as it is
 */
export async function writeCatalogFolder(
  dir: string,
  eventTypes: readonly unknown[],
  { settings, flagSets }: Pick<Catalog, 'settings' | 'flagSets'>,
): Promise<FolderChanges> {
  const { files } = await readCatalogFolder(dir);
  await mkdir(join(dir, TYPES_FOLDER), { recursive: true });
  const gone = new Map(files);
  const names = new Map([...files].map(([name, path]) => [path, name]));
  let written = 0;
  for (const value of eventTypes) {
    if (!isObject(value) || typeof value.name !== 'string') continue;
    // It becomes the name of a file.
    if (!isValidName(value.name))
      throw new CliError(EXIT.no, `${JSON.stringify(value.name)} is not a name of an event type.`);
    const path = files.get(value.name) ?? join(dir, TYPES_FOLDER, `${fileNameOf(value.name)}.json`);
    const other = names.get(path);
    if (other !== undefined && other !== value.name)
      throw new CliError(
        EXIT.no,
        `${path} is the file of ${other}, and ${value.name} needs it. Rename it first.`,
      );
    gone.delete(value.name);
    written += await writeChanged(path, () => typeFileText(value), value);
  }
  for (const path of gone.values()) await rm(path);
  if (settings !== null) {
    const sorted = Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
    written += await writeChanged(join(dir, SETTINGS_FILE), () => yamlText(sorted), sorted);
  }
  const path = join(dir, FLAG_SETS_FILE);
  if (flagSets?.length === 0) await rm(path, { force: true });
  else if (flagSets) written += await writeChanged(path, () => yamlText(flagSets), flagSets);
  return { written, removed: gone.size };
}

/** What is written in YAML stays so, unless something changes in it. */
async function writeChanged(
  path: string,
  text: () => string | Promise<string>,
  value: object,
): Promise<0 | 1> {
  const before = await readFile(path, 'utf8').catch(() => null);
  const isYaml = IS_YAML.test(path);
  const next =
    path.endsWith(SETTINGS_FILE) || path.endsWith(FLAG_SETS_FILE) || !isYaml
      ? await text()
      : await yamlText(JSON.parse(typeFileText(value)));
  if (before === next) return 0;
  if (before !== null && isYaml && sameText((await parseDocumentText(before)).value, value)) return 0;
  await writeWhole(path, next);
  return 1;
}

/** Whether two values are written the same: event types, settings or flag sets. */
function sameText(a: unknown, b: unknown): boolean {
  return isObject(a) && isObject(b)
    ? typeFileText(a) === typeFileText(b)
    : stringifyOrdered(a) === stringifyOrdered(b);
}

async function readFlagSets(path: string): Promise<readonly CopiedFlagSet[]> {
  const sets = setsInFile(await readDocument(path));
  if (sets !== null) return sets;
  throw new CliError(
    EXIT.no,
    `${path} is not a list of flag sets, each with a letter of its own, a name, a color and featureFlags.`,
  );
}

async function readDocument(path: string): Promise<unknown> {
  try {
    return (await parseDocumentText(await readFile(path, 'utf8'))).value;
  } catch (cause) {
    throw new CliError(EXIT.no, `${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** Empty where there is no such folder. */
async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new CliError(EXIT.no, `${dir} cannot be read (${code}).`);
  }
}
