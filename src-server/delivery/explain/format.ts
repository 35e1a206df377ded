/** Numbers and durations as people read them. English, the same on every machine. */

const grouped = new Intl.NumberFormat('en-US');

/** `4,312`. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

/** `1 delivery`, `4,312 deliveries`. */
export function formatCount(count: number, singular: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : many}`;
}

/** `7 min 11 s`: the two largest units that are not zero; `less than a second` below one. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 1) return 'less than a second';
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return joined(formatCount(days, 'day', 'days'), hours, 'h');
  if (hours > 0) return joined(`${hours} h`, minutes, 'min');
  return minutes > 0 ? joined(`${minutes} min`, seconds % 60, 's') : `${seconds} s`;
}

function joined(first: string, amount: number, unit: string): string {
  return amount === 0 ? first : `${first} ${amount} ${unit}`;
}
