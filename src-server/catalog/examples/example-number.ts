import type { JsonObject } from '../../json-schema/plain-json';
import { isMultipleOf } from '../checks/decimal-multiple';
import { allOfKeyword, firstText, type Shape, tightest } from './example-shape';

/**
 * A sampler schema for a number: the first value within all bounds, otherwise left to the sampler.
 * @param nth which of the different examples, from 0; null when there is none
 */
export function numberSchema(shape: Shape, type: 'integer' | 'number', nth: number): JsonObject | null {
  const min = tightest(shape, 'minimum', Math.max) ?? Number.NEGATIVE_INFINITY;
  const max = tightest(shape, 'maximum', Math.min) ?? Number.POSITIVE_INFINITY;
  const above = tightest(shape, 'exclusiveMinimum', Math.max) ?? Number.NEGATIVE_INFINITY;
  const below = tightest(shape, 'exclusiveMaximum', Math.min) ?? Number.POSITIVE_INFINITY;
  const steps = allOfKeyword(shape, 'multipleOf').filter((step) => typeof step === 'number');
  const step = steps.length === 0 ? undefined : rounded(steps.reduce((a, b) => a * b));
  const format = firstText(shape, 'format');
  const low = Math.max(min, above);
  const high = Math.min(max, below);
  const fits = (value: number) =>
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    value > above &&
    value < below &&
    steps.every((each) => isMultipleOf(value, each)) &&
    (type === 'number' || Number.isInteger(value)) &&
    !(shape.excludedTypes.has('integer') && Number.isInteger(value));
  const multiples =
    step === undefined ? [] : [Math.ceil(low / step) * step, (Math.floor(low / step) + 1) * step];
  const last = step === undefined ? high : Math.floor(high / step) * step;
  const tries = [low, Math.ceil(low), Math.floor(low) + 1, ...multiples.map(rounded), high];
  const found = [
    ...tries,
    Math.floor(high),
    Math.ceil(high) - 1,
    rounded(last),
    (low + high) / 2,
    0,
    low + 0.5,
    high - 0.5,
    0.5,
  ].find(fits);
  if (nth > 0) {
    const away = nth * (step ?? 1);
    const start = found ?? 0;
    const between = low + ((high - low) * nth) / (nth + 1);
    const example = [rounded(start + away), rounded(start - away), between].find(fits);
    return example === undefined ? null : { type, example };
  }
  const isUnbounded = low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY;
  if (found === undefined || (isUnbounded && found === 0)) {
    return {
      type,
      ...(format === undefined ? {} : { format }),
      ...(step === undefined ? {} : { example: 0 }),
    };
  }
  return { type, example: found };
}

/** Without the artifacts of binary arithmetic: 0.1 * 3 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(15));
}
