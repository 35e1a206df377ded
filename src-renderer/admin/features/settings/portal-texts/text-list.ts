import type { PortalTextOverviewOut, PortalTexts } from '../../../../../src-server/contract/portal-text';
import { isObject } from '../../../../../src-server/json-schema/plain-json';

/** What the list of texts shows of them. */
export type TextFilter = 'all' | 'own' | 'missing' | 'faulty';

/** One text, with what ships. */
export interface ListedText {
  readonly path: string;
  readonly english: string;
  /** What shows in this language while the sender has no text of its own; null: the English one, since it has none. */
  readonly shipped: string | null;
  /** The German one as a second reading for other languages; null: it is shown already. */
  readonly german: string | null;
}

/** All texts for a language, in the order of the portal. */
export function listedTexts(
  shipped: PortalTextOverviewOut['shipped'],
  language: string,
): readonly ListedText[] {
  const own = shippedIn(shipped, language);
  return Object.entries(shipped.en ?? {}).map(([path, english]) => ({
    path,
    english,
    shipped: own?.[path] ?? null,
    german: own === null ? (shipped.de?.[path] ?? null) : null,
  }));
}

/** What ships in a language, or in the one that it is a variant of; null: nothing. */
function shippedIn(shipped: PortalTextOverviewOut['shipped'], language: string): PortalTexts | null {
  const [base = ''] = language.split('-');
  return Object.hasOwn(shipped, base) ? (shipped[base] ?? null) : null;
}

/** The texts that contain all words of the search, in path, English or own text, and that the filter lets through. */
export function foundTexts(
  texts: readonly ListedText[],
  mine: PortalTexts,
  { search, isShown }: { readonly search: string; readonly isShown: (path: string) => boolean },
): readonly ListedText[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return texts.filter(({ path, english, shipped }) => {
    if (!isShown(path)) return false;
    const content = `${path}\n${english}\n${shipped ?? ''}\n${mine[path] ?? ''}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

/** A file for translators: every path with its text; an empty one is to be translated. */
export function textFile(texts: readonly ListedText[], mine: PortalTexts): string {
  const entries = texts.map(({ path, shipped }) => [path, mine[path] ?? shipped ?? ''] as const);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** What a file of texts changes. */
export interface ReadTextFile {
  readonly texts: PortalTexts;
  /** Paths that there are not. */
  readonly unknown: readonly string[];
}

/**
 * Reads such a file; what is empty, or as it ships, is no text of the sender.
 * @returns a sentence: why it cannot be read
 */
export function readTextFile(content: string, texts: readonly ListedText[]): ReadTextFile | string {
  const file = parsed(content);
  if (!isObject(file)) return 'The file must be a JSON object with a text for each path.';
  const known = new Map(texts.map((text) => [text.path, text]));
  const entries = Object.entries(file);
  const odd = entries.find(([, text]) => typeof text !== 'string');
  if (odd) return `The value of ${odd[0]} must be a text.`;
  return {
    texts: Object.fromEntries(
      entries.flatMap(([path, text]) => {
        const listed = known.get(path);
        if (!listed) return [];
        return [[path, text === listed.shipped ? '' : String(text)] as const];
      }),
    ),
    unknown: entries.map(([path]) => path).filter((path) => !known.has(path)),
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
