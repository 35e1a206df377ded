import type { JsonObject } from '../../json-schema/plain-json';
import { DRAFT7_FORMATS } from '../checks/draft7-formats';
import { firstText, type Shape, textsOf, tightest } from './example-shape';
import type { ExampleTexts, TextRules } from './example-texts';
import { FIRST_OF_FORMAT, nthOfFormat } from './format-samples';

/** Longest string to which an example is padded. */
const MAX_STRING = 10_000;

/** The rules of all parts of a shape for its text. */
export function textRules(shape: Shape): TextRules {
  return {
    patterns: textsOf(shape, 'pattern'),
    formats: textsOf(shape, 'format'),
    min: Math.min(tightest(shape, 'minLength', Math.max) ?? 0, MAX_STRING),
    max: tightest(shape, 'maxLength', Math.min),
  };
}

/**
 * A sampler schema for a string: `example` if we know better, otherwise format and length for the sampler.
 * @param nth which of the different examples, from 0; null when there is none
 * @param texts those that obey the rules of the shape
 */
export function stringSchema(shape: Shape, nth: number, texts: ExampleTexts): JsonObject | null {
  const { patterns, formats, min, max } = textRules(shape);
  const isBounded = min > 0 || max !== undefined;
  if (patterns.length > 0 || formats.length > 1 || (formats.length > 0 && isBounded)) {
    const example = texts.at(nth);
    if (example !== undefined) return { type: 'string', example };
    if (nth > 0) return null;
  }
  const [format] = formats;
  const encoded = encodedText(shape, nth);
  if (encoded !== undefined) return { type: 'string', example: encoded };
  if (nth > 0) return nthString(nth, format, texts);
  // The sampler reads a limit of 0 as no limit.
  if (max === 0) return { type: 'string', example: '' };
  const known = format === undefined ? undefined : FIRST_OF_FORMAT.get(format);
  if (known !== undefined) return { type: 'string', example: known };
  return {
    type: 'string',
    ...(format === undefined ? {} : { format }),
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
  };
}

function nthString(nth: number, format: string | undefined, texts: ExampleTexts): JsonObject | null {
  const known = format === undefined ? undefined : nthOfFormat(format, nth);
  if (known !== undefined) return texts.allows(known) ? { type: 'string', example: known } : null;
  if (format !== undefined && DRAFT7_FORMATS.has(format)) return null;
  const { min } = texts;
  const digits = nth.toString(36);
  const example = [`string ${digits}`.padEnd(min, '_'), digits.padStart(min, '_')].find((text) =>
    texts.allows(text),
  );
  return example === undefined ? null : { type: 'string', example };
}

/** A text containing bytes or a document, as the schema demands; undefined when it demands no such thing. */
function encodedText(shape: Shape, nth: number): string | undefined {
  const isJson = firstText(shape, 'contentMediaType') === 'application/json';
  const isBase64 = firstText(shape, 'contentEncoding') === 'base64';
  if (!isJson && !isBase64) return undefined;
  const content = isJson ? JSON.stringify({ example: nth + 1 }) : `string ${nth + 1}`;
  return isBase64 ? Buffer.from(content).toString('base64') : content;
}
