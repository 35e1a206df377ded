/** A duration in at most two units: 0.4 s, 24 s, 3 min 20 s, 2 h 5 min, 2 d 12 h. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return twoParts(Math.floor(rounded / 60), 'min', rounded % 60, 's');
  const minutes = Math.round(rounded / 60);
  if (minutes < 48 * 60) return twoParts(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return hours % 24 === 0 ? `${hours / 24} days` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A duration in milliseconds; null is "none". */
export function formatMs(ms: number | null): string {
  return ms === null ? 'none' : ms < 1000 ? `${Math.round(ms)} ms` : formatDuration(ms / 1000);
}

/** A number of things: "1 message", "4,800 messages". */
export function counted(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : many}`;
}

function twoParts(first: number, firstUnit: string, second: number, secondUnit: string): string {
  return second === 0 ? `${first} ${firstUnit}` : `${first} ${firstUnit} ${second} ${secondUnit}`;
}
