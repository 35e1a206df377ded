const UNITS: readonly (readonly [seconds: number, word: string, pattern: RegExp])[] = [
  [86_400, 'd', /^d(ays?)?$/],
  [3600, 'h', /^h((ou)?rs?)?$/],
  [60, 'min', /^m(in(ute)?s?)?$/],
  [1, 's', /^(s(ec(ond)?s?)?)?$/],
];

/** A wait in words: `5 s`, `30 min`, `1 h 30 min`; below a second `0.2 s`. */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Number(seconds.toPrecision(2))} s`;
  let rest = Math.round(seconds);
  const parts = UNITS.flatMap(([size, word]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  return parts.join(' ') || '0 s';
}

/** A typed wait, in seconds: `90`, `5 min`, `1 h 30 min`, `2d`. Null: invalid. */
export function readDuration(text: string): number | null {
  const wanted = text.trim().toLowerCase();
  const parts = [...wanted.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]*)\s*/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== wanted) return null;
  let seconds = 0;
  for (const [, amount = '', unit = ''] of parts) {
    const size = UNITS.find(([, , pattern]) => pattern.test(unit))?.[0];
    if (size === undefined) return null;
    seconds += Number(amount.replace(',', '.')) * size;
  }
  return Number.isInteger(seconds) ? seconds : null;
}
