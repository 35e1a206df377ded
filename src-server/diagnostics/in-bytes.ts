const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size for people: `3.4 GB`. */
export function inBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
