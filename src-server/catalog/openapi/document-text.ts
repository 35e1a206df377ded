import { apiError } from '../../base/errors';
import { isOddNumber, parseOrdered, restoreMarked, unusedMark } from '../../json-schema/ordered-json';

/** How often YAML aliases may multiply one anchor; a "billion laughs" file needs millions. */
const MAX_ALIAS_COUNT = 100;
/** Further warnings of the YAML parser are not shown to the reader. */
const MAX_YAML_WARNINGS = 10;

/** Possibly a number as a key, which an object would place before the others. */
const NUMBER_KEY_OF_YAML = /[\s,{'"]\d+['"]?\s*:/;
/** Possibly a number that JSON.stringify would write differently. */
const ODD_NUMBER_OF_YAML = /-0|\d\.\d*0|\d[eE]|\d{16}|0\.0{6}|[\d.]{17}/;

/** A document as parsed from text. */
interface ParsedText {
  readonly value: unknown;
  /** What the parser found odd but could read. */
  readonly warnings: readonly string[];
}

/**
 * Reads JSON or YAML text. JSON first; text that begins like JSON (`{` or `[`) is never tried as YAML, because the
 * YAML error for a missing comma helps nobody. Throws `openapi_invalid` with line and column.
 */
export async function parseDocumentText(raw: string): Promise<ParsedText> {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  if (text.trim() === '') throw apiError('openapi_invalid', 'The file is empty.');
  if (text.includes('\0')) {
    throw apiError('openapi_invalid', 'The file is not text in UTF-8. Save it as UTF-8 and try again.');
  }
  const start = text.trimStart();
  try {
    return { value: parseOrdered(text), warnings: [] };
  } catch (error) {
    if (/^[[{"]/.test(start)) {
      throw apiError('openapi_invalid', `The file is not valid JSON: ${jsonComplaint(error, text)}.`);
    }
  }
  if (start.startsWith('<')) {
    throw apiError('openapi_invalid', 'The file is HTML or XML, not an OpenAPI document in JSON or YAML.');
  }
  return parseYaml(text);
}

function jsonComplaint(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  const offset = position === undefined ? text.length : Number(position);
  const before = text.slice(0, offset).split('\n');
  const line = before.length;
  const column = (before.at(-1) ?? '').length + 1;
  if (/Unexpected end|Unterminated|Expected .* after/.test(message) && offset >= text.trimEnd().length) {
    return `it ends too early, at line ${line} column ${column}`;
  }
  return `unexpected character at line ${line} column ${column}`;
}

async function parseYaml(text: string): Promise<ParsedText> {
  // Loaded when YAML is first read: rare, and not worth the time at every start.
  const { LineCounter, isScalar, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: true,
    uniqueKeys: true,
    strict: true,
    // A key is what is written: `1.10`, `on` and `null` are names here, not a number, a boolean or null.
    stringKeys: true,
    prettyErrors: false,
    // Not 'silent': that would also suppress the error about a second document.
    logLevel: 'error',
    lineCounter: lines,
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `line ${line} column ${col}`;
  };
  const [first] = document.errors;
  if (first !== undefined) {
    const reason =
      first.code === 'MULTIPLE_DOCS' ? 'it contains more than one document' : lowerFirst(first.message);
    throw apiError('openapi_invalid', `The file is not valid YAML: ${reason}, at ${at(first.pos[0])}.`);
  }
  const warnings = document.warnings
    .slice(0, MAX_YAML_WARNINGS)
    .map((warning) => `YAML, ${at(warning.pos[0])}: ${warning.message}`);
  const isOdd = NUMBER_KEY_OF_YAML.test(text) || ODD_NUMBER_OF_YAML.test(text);
  const mark = isOdd ? unusedMark(text) : null;
  if (mark !== null) {
    visit(document, {
      Pair(_, { key }) {
        if (isScalar(key) && typeof key.value === 'string' && /^\d+$/.test(key.value))
          key.value = mark + key.value;
      },
      Scalar(_, scalar) {
        const { source = '' } = scalar;
        if (typeof scalar.value === 'number' && isOddNumber(source)) scalar.value = mark + source;
      },
    });
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
    if (mark !== null) restoreMarked(value, mark);
    return { value, warnings };
  } catch (error) {
    // Aliases are resolved only here: one may lack its anchor, or there may be more than the parser allows.
    const message = error instanceof Error ? error.message : '';
    const unknown = /^Unresolved alias.*: (\S{1,80})/.exec(message)?.[1];
    const why = unknown === undefined ? 'its aliases expand too much' : `the alias *${unknown} has no anchor`;
    throw apiError('openapi_invalid', `The YAML file is refused: ${why}.`);
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/[.\s]+$/, '');
}
