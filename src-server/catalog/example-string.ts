import type { JsonObject } from '../json-schema/plain-json';
import { DRAFT7_FORMATS } from './draft7-formats';
import { firstText, type Shape, tightest } from './example-shape';
import { FIRST_OF_FORMAT, nthOfFormat } from './format-samples';
import { samplePattern } from './pattern-sample';

/** Longest string to which an example is padded. */
const MAX_STRING = 10_000;

interface Length {
  readonly min: number;
  readonly max: number | undefined;
}

/**
 * A sampler schema for a string: `example` if we know better, otherwise format and length for the sampler.
 * @param nth which of the different examples, from 0; null when there is none
 */
export function stringSchema(shape: Shape, nth: number): JsonObject | null {
  const format = firstText(shape, 'format');
  const pattern = firstText(shape, 'pattern');
  const min = Math.min(tightest(shape, 'minLength', Math.max) ?? 0, MAX_STRING);
  const max = tightest(shape, 'maxLength', Math.min);
  if (pattern !== undefined) {
    const longer = pattern.replace(/\+(\$?)$/, `{${min},}$1`);
    const samples = [samplePattern(pattern, nth), samplePattern(longer, nth)];
    const example = samples.find((text) => text !== null && hasLength(text, { min, max }));
    if (example != null) return { type: 'string', example };
    if (nth > 0) return null;
  }
  const encoded = encodedText(shape, nth);
  if (encoded !== undefined) return { type: 'string', example: encoded };
  if (nth > 0) return nthString(nth, format, { min, max });
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

function nthString(nth: number, format: string | undefined, { min, max }: Length): JsonObject | null {
  const known = format === undefined ? undefined : nthOfFormat(format, nth);
  if (known !== undefined) return hasLength(known, { min, max }) ? { type: 'string', example: known } : null;
  if (format !== undefined && DRAFT7_FORMATS.has(format)) return null;
  const digits = nth.toString(36);
  const example = [`string ${digits}`.padEnd(min, '_'), digits.padStart(min, '_')].find((text) =>
    hasLength(text, { min, max }),
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

/** In characters, as JSON Schema counts them: a surrogate pair is one. */
function hasLength(text: string, { min, max }: Length): boolean {
  const length = [...text].length;
  return length >= min && (max === undefined || length <= max);
}
