/**
 * A moment as an input for date and time writes it, in the zone of the reader: `2026-12-01T09:00`.
 * @param at RFC 3339
 */
export function toLocalMoment(at: string): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What was written there, as RFC 3339. Null: it is no moment. */
export function fromLocalMoment(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The zone that such inputs mean: `Europe/Berlin`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
