import { type HeldValue, heldValue } from './held-value';
import { numberText } from './ordered-json';

/**
 * A number as text that is equal for equal numbers however they are spelled: 2.0 is 2, but 9223372036854775807 is not
 * 9223372036854775806, though both are the same double. Null for anything but a number.
 */
export function exactNumber(held: HeldValue): string | null {
  const value = heldValue(held);
  if (typeof value !== 'number') return null;
  const text = numberText(held);
  if (text === null) return String(value === 0 ? 0 : value);
  const short = String(Number(text) === 0 ? 0 : Number(text));
  const exact = digitsOf(text);
  return exact === digitsOf(short) ? short : exact;
}

/**
 * Less than 0, 0, or more than 0, as the first number is less than the second, equal to it, or more; beyond the precision
 * of a double by their spelling.
 */
export function compareNumbers(a: HeldValue, b: HeldValue): number {
  const [left, right] = [Number(heldValue(a)), Number(heldValue(b))];
  // Rounding never swaps two numbers: only those with the same double need their digits.
  if (left !== right) return left < right ? -1 : 1;
  const [x, y] = [a, b].map((held) => partsOf(numberText(held) ?? String(left)));
  if (!x || !y || x.sign !== y.sign) return (x?.sign ?? 0) - (y?.sign ?? 0);
  if (x.point !== y.point) return x.sign * (x.point - y.point);
  return x.digits === y.digits ? 0 : x.digits < y.digits ? -x.sign : x.sign;
}

/** A number as its sign and 0.digits times ten to the power of point. */
function partsOf(text: string) {
  const [, minus, digits = '', exponent = '0'] = /^(-?)(\d+)e(.+)$/.exec(digitsOf(text)) ?? [];
  const sign = digits === '' ? 0 : minus === '' ? 1 : -1;
  return { sign, digits, point: Number(exponent) + digits.length };
}

/** Longer exponents are compared by their text: they are beyond every number that anybody means. */
const EXPONENT_MAX_LENGTH = 12;

/** Sign, digits without surrounding zeros, and the power of ten that multiplies them. */
function digitsOf(text: string): string {
  const [, sign, integer, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (integer === undefined || exponent.length > EXPONENT_MAX_LENGTH) return text;
  const digits = (integer + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const ZERO = 0x30;
