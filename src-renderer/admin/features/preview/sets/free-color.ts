import { FLAG_COLORS, type FlagColor, type FlagSet } from '../../../../../src-server/contract/flag-set';

/** Neighbours differ as much as possible: the first four are compared most often. */
const ORDER = ['sky', 'amber', 'violet', 'green', 'rose', 'teal', 'indigo', 'lime'] as const;

/** A colour for a new set: the one of its letter, or the next that no set has. */
export function freeColor(letter: string, sets: readonly Pick<FlagSet, 'colour'>[]): FlagColor {
  const from = letter.charCodeAt(0) - 'A'.charCodeAt(0);
  const turned = ORDER.map((_, step) => ORDER[(from + step) % ORDER.length] ?? FLAG_COLORS[0]);
  return turned.find((color) => sets.every((set) => set.colour !== color)) ?? turned[0] ?? FLAG_COLORS[0];
}
