/** True when a number is an integer multiple of a step, both as the decimals that JSON shows: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, step: number): boolean {
  if (!(step > 0) || !Number.isFinite(value)) return true;
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const [a, b] = [decimal(value), decimal(step)];
  const least = Math.min(a.exponent, b.exponent);
  const atLeast = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - least);
  return atLeast(a) % atLeast(b) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal equal to this number: digits times a power of ten. */
function decimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(integer + fraction), exponent: Number(exponent) - fraction.length };
}
