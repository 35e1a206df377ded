import fc from 'fast-check';

const SURROGATES = 0x800;
/** Any code point. fast-check's own `binary` first lists all million of them, which takes seconds. */
const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + SURROGATES));

/** Any text without half a surrogate pair. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: codePoint, ...(maxLength !== undefined && { maxLength }) });
}
