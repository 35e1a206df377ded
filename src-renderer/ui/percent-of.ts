const format = new Intl.NumberFormat('en', { style: 'percent' });

/** A part of one in whole percent, as English writes it: `98%`. */
export function percentOf(part: number): string {
  return format.format(part);
}
