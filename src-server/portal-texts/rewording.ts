import { listTexts, type TextTable } from '../contract/portal-texts/list-texts';
import { messageFormat } from './message-format';

/** A table of texts ready to be used, as `compileTexts` makes it. */
interface Words {
  readonly [name: string]: string | ((values: Readonly<Record<string, string | number>>) => string) | Words;
}

/** Says a sentence in other words; null: the table has no text that reads like it. */
export type Reword = (sentence: string) => string | null;

/** A text of the table, to be found again in a sentence. */
interface Sample {
  readonly pattern: RegExp;
  /** What its groups are, in their order. */
  readonly groups: readonly Group[];
  /** How many characters stand before its first argument. */
  readonly lead: number;
  /** How many characters it has besides its arguments. */
  readonly weight: number;
  /** It begins with a part that must be worded. */
  readonly isList: boolean;
  readonly word: (values: Readonly<Record<string, string | number>>) => string;
}

interface Group {
  readonly name: string;
  readonly isNumber: boolean;
}

type Element = ReturnType<ReturnType<typeof messageFormat>['getAst']>[number];

/** The numbers that the parser gives to what stands in a text. */
const KIND = { literal: 0, text: 1, number: 2, plural: 6, count: 7 };

/** A longer sentence stays as it is: looking for its parts could take long. */
const LONGEST = 2_000;
/** Sentences whose wording is kept: the rows of a schema say the same again and again. */
const KNOWN_MAX = 2_000;

/** What stands in the place of some arguments, as they are called up to the first capital. Any other is any text. */
const SHAPES: Readonly<Record<string, string>> = {
  type: 'object|array|string|integer|number|boolean|null',
  limit: '-?[\\d.]+(?:[eE][+-]?\\d+)?',
};

/**
 * Sentences of the server in the words of another language, found by the English ones: what stands in the place of an
 * argument is its value. An argument called `phrase...` is worded itself if the table has it, and one called `phrases...` must
 * be in the table.
 * @param english each sentence as the server says it
 * @param words the same table, compiled in the language of the reader
 */
export function rewording(english: TextTable, words: Words): Reword {
  let samples: readonly Sample[] | null = null;
  const known = new Map<string, string | null>();
  return (sentence) => {
    if (sentence.length > LONGEST) return null;
    samples ??= [...listTexts(english)]
      .map(([path, text]) => sampleOf(text, wordAt(words, path)))
      .sort(byExactness);
    if (known.size > KNOWN_MAX) known.clear();
    return wordingOf(sentence, samples, known);
  };
}

/** What a sentence is: the text that begins most like it, else a list of others, else the one most like it. */
function byExactness(left: Sample, right: Sample): number {
  return right.lead - left.lead || Number(right.isList) - Number(left.isList) || right.weight - left.weight;
}

/** @param known what has been found for sentences and their parts, each of which is looked for once */
function wordingOf(
  sentence: string,
  samples: readonly Sample[],
  known: Map<string, string | null>,
): string | null {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  known.set(sentence, null);
  for (const { pattern, groups, word } of samples) {
    const found = pattern.exec(sentence);
    const values = found && valuesOf(groups, found.slice(1), (part) => wordingOf(part, samples, known));
    if (!values) continue;
    const wording = word(values);
    known.set(sentence, wording);
    return wording;
  }
  return null;
}

/** Null: a part that must be worded is in no text. */
function valuesOf(groups: readonly Group[], found: readonly (string | undefined)[], reword: Reword) {
  const values: Record<string, string | number> = {};
  for (const [at, { name, isNumber }] of groups.entries()) {
    const text = found[at];
    if (text === undefined) continue;
    const own = name.startsWith('phrase') ? reword(text) : text;
    if (own === null && name.startsWith('phrases')) return null;
    values[name] = isNumber ? Number(text) : (own ?? text);
  }
  return values;
}

function wordAt(words: Words, path: string): Sample['word'] {
  let at: Words[string] | undefined = words;
  for (const name of path.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  const text = at;
  return typeof text === 'function' ? text : () => String(text);
}

function sampleOf(text: string, word: Sample['word']): Sample {
  const groups: Group[] = [];
  let weight = 0;
  const patternOf = (elements: readonly Element[], count: string): string =>
    elements
      .map((element) => {
        if (element.type === KIND.count) {
          groups.push({ name: count, isNumber: true });
          return '(\\d+)';
        }
        if (!('value' in element) || typeof element.value !== 'string') return '';
        const name = element.value;
        if (element.type === KIND.plural && 'options' in element) {
          const options = Object.values(element.options).map((option) => patternOf(option.value, name));
          return `(?:${options.join('|')})`;
        }
        if (element.type === KIND.literal) {
          weight += name.length;
          return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
        }
        groups.push({ name, isNumber: element.type === KIND.number });
        if (element.type === KIND.number) return '(\\d+)';
        return `(${SHAPES[name.replace(/[A-Z]\w*$/, '')] ?? '.+?'})`;
      })
      .join('');
  const pattern = patternOf(messageFormat(text, 'en').getAst(), '');
  return {
    pattern: new RegExp(`^${pattern}$`, 's'),
    groups,
    lead: text.split('{', 1)[0]?.length ?? 0,
    weight,
    isList: text.startsWith('{phrases'),
    word,
  };
}
