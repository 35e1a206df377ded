const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** A duration as in `5s`, `10m` or `24h`, in milliseconds. Null: it is none. */
export function readDuration(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,9})([smh])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (UNIT_MS[unit] ?? 0);
}

/** The same the other way round, in the largest unit that fits. */
export function durationText(ms: number): string {
  const unit = ['h', 'm'].find((name) => ms % (UNIT_MS[name] ?? 1) === 0) ?? 's';
  return `${ms / (UNIT_MS[unit] ?? 1)}${unit}`;
}
