import { firstText, type Shape, tightest } from './example-shape';
import { samplePattern } from './pattern-sample';
import type { JsonObject } from './plain-json';

/** Longest string an example is padded to. */
const MAX_STRING = 10_000;

/** Formats the sampler does not know or gets wrong, each with a value that fits. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['duration', 'P1D'],
  ['byte', 'c3RyaW5n'],
  ['url', 'https://example.com'],
  ['uri', 'https://example.com'],
  ['json-pointer-uri-fragment', '#/name'],
  ['iso-time', '14:15:22Z'],
  ['iso-date-time', '2019-08-24T14:15:22Z'],
  ['regex', '^[a-z]+$'],
]);

/** A sampler schema for a string: `example` where we know better, else format and length for the sampler. */
export function stringSchema(shape: Shape): JsonObject {
  const format = firstText(shape, 'format');
  const pattern = firstText(shape, 'pattern');
  const min = Math.min(tightest(shape, 'minLength', Math.max) ?? 0, MAX_STRING);
  const max = tightest(shape, 'maxLength', Math.min);
  if (pattern !== undefined) {
    const sample = samplePattern(pattern);
    if (sample !== null && sample.length >= min) return { type: 'string', example: sample };
    const longer = sample === null ? null : samplePattern(pattern.replace(/\+(\$?)$/, `{${min}}$1`));
    if (longer !== null) return { type: 'string', example: longer };
  }
  const known = format === undefined ? undefined : FORMATS.get(format);
  if (known !== undefined) return { type: 'string', example: known };
  return {
    type: 'string',
    ...(format === undefined ? {} : { format }),
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
  };
}

/** A sampler schema for a number: the first value that keeps all bounds, else left to the sampler. */
export function numberSchema(shape: Shape, type: 'integer' | 'number'): JsonObject {
  const min = tightest(shape, 'minimum', Math.max) ?? Number.NEGATIVE_INFINITY;
  const max = tightest(shape, 'maximum', Math.min) ?? Number.POSITIVE_INFINITY;
  const above = tightest(shape, 'exclusiveMinimum', Math.max) ?? Number.NEGATIVE_INFINITY;
  const below = tightest(shape, 'exclusiveMaximum', Math.min) ?? Number.POSITIVE_INFINITY;
  const step = tightest(shape, 'multipleOf', Math.max);
  const format = firstText(shape, 'format');
  const low = Math.max(min, above);
  const high = Math.min(max, below);
  const isStep = (value: number) => step === undefined || Number.isInteger(value / step);
  const fits = (value: number) =>
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    value > above &&
    value < below &&
    isStep(value) &&
    (type === 'number' || Number.isInteger(value));
  const multiples =
    step === undefined ? [] : [Math.ceil(low / step) * step, (Math.floor(low / step) + 1) * step];
  const tries = [
    low,
    Math.ceil(low),
    Math.floor(low) + 1,
    ...multiples,
    high,
    Math.floor(high),
    Math.ceil(high) - 1,
  ];
  const found = [...tries, (low + high) / 2, 0].find(fits);
  if (found === undefined || (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY)) {
    return {
      type,
      ...(format === undefined ? {} : { format }),
      ...(step === undefined ? {} : { example: 0 }),
    };
  }
  return { type, example: found };
}
