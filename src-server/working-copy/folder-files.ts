import { orderedObject, parseOrdered, stringifyOrdered } from '../json-schema/ordered-json';
import { isObject, own } from '../json-schema/plain-json';
import { CONTENT_FIELDS } from './content-text';
import { type CopiedFlagSet, FLAG_SETS, flagSetsIn, flagSetsText, isListOfSets } from './flag-sets-text';
import { type RemoteContent, readRemoteContent } from './remote-content';

/** Below the folder of a catalog: a file for each event type, in JSON or YAML. */
export const TYPES_FOLDER = 'event-types';
/** Beside it, if there are any. */
export const FLAG_SETS_FILE = 'flag-sets.yaml';
export const IS_DOCUMENT = /\.(json|ya?ml)$/i;
export const IS_YAML = /\.ya?ml$/i;

/** Reads and writes the documents in files. */
export interface FileDocuments {
  /** Never rejects for a text that is not a document: that is a fault, in a sentence. */
  parse(text: string): Promise<{ readonly value: unknown } | { readonly fault: string }>;
  yamlText(value: unknown): Promise<string>;
}

/** The text of a file in the folder of a catalog. */
export interface FolderFile {
  /** Of an event type, or of all sets of feature flags. */
  readonly of: 'type' | 'flag-sets';
  readonly text: string;
}

/** What a file says: everything, since it leaves out only what has its default. Or what is wrong with it. */
export type FileContent = RemoteContent | { readonly fault: string };

/** What becomes of a file. */
export interface FileWrite extends FolderFile {
  readonly isYaml: boolean;
  /** JSON text of what is to change in it, as a sync writes it. */
  readonly body: string;
}

/** @param problemsOf what is wrong with a content, in sentences */
export function createFileTasks(
  documents: FileDocuments,
  problemsOf: (content: string) => readonly string[],
) {
  async function readFile({ of, text }: FolderFile): Promise<FileContent> {
    const parsed = await documents.parse(text);
    if ('fault' in parsed) return parsed;
    const { value } = parsed;
    if (of === 'flag-sets') {
      const sets = setsInFile(value);
      if (sets === null) return { fault: NO_SETS };
      return { name: FLAG_SETS, text: flagSetsText(sets), untold: [] };
    }
    const name = isObject(value) ? own(value, 'name') : undefined;
    if (typeof name !== 'string') return { fault: NO_NAME };
    const content = readRemoteContent(stringifyOrdered(value));
    if (content === null) return { fault: 'It is not an event type.' };
    const [problem] = problemsOf(content.text);
    return problem === undefined ? { ...content, untold: [] } : { fault: problem };
  }
  return {
    async readFolderFiles(files: readonly FolderFile[]): Promise<readonly FileContent[]> {
      const contents: FileContent[] = [];
      for (const file of files) contents.push(await readFile(file));
      return contents;
    },
    /** The new text of a file; an empty one before: it is new. */
    async writeFolderFile({ of, text, body, isYaml }: FileWrite): Promise<string> {
      if (of === 'flag-sets') return documents.yamlText(flagSetsIn(body));
      const parsed = text === '' ? null : await documents.parse(text);
      const value = parsed !== null && 'value' in parsed ? parsed.value : null;
      // In today's spelling: an older one of the flags would be left out, and everyone would see the event type.
      const known = isObject(value) ? readRemoteContent(stringifyOrdered(value)) : null;
      const before = known === null ? {} : (parseOrdered(known.text) as object);
      const after = { ...before, ...(parseOrdered(body) as object) };
      const since = isObject(value) && own(after, 'deprecated') === true ? own(value, 'deprecatedAt') : null;
      const written = typeFileText({ ...after, deprecatedAt: since });
      return isYaml ? documents.yamlText(JSON.parse(written)) : written;
    },
  };
}

export const NO_NAME = 'It has no "name": it is not an event type.';
export const NO_SETS =
  'It is not a list of flag sets, each with a letter of its own, a name, a color and featureFlags.';

/** A set that somebody added by hand may have no id. Null: the value is no list of sets. */
export function setsInFile(value: unknown): readonly CopiedFlagSet[] | null {
  const sets = Array.isArray(value)
    ? value.map((set: unknown) => (isObject(set) ? { id: `set_${set.letter}`, ...set } : set))
    : value;
  return isListOfSets(sets) ? sets : null;
}

/** What a file says of an event type. Since when it is deprecated is the one time that does not change by itself. */
const FILE_FIELDS = CONTENT_FIELDS.flatMap((field) =>
  field === 'deprecated' ? ([field, 'deprecatedAt'] as const) : [field],
);

/** In a stable order, and without times and values that say nothing, so that version control shows what changed. */
export function typeFileText(value: unknown): string {
  if (!isObject(value)) return '';
  const names = FILE_FIELDS.filter((name) => {
    const field = own(value, name);
    return field !== undefined && field !== null && field !== false && field !== '';
  });
  const fields = names.length === 0 ? Object.keys(value) : names;
  return `${stringifyOrdered(orderedObject(fields.map((name) => [name, value[name]] as const)), 2)}\n`;
}
