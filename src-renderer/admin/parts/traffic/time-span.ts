/** A chosen time range, inclusive, in seconds since 1970. */
export interface TimeSpan {
  readonly fromS: number;
  readonly untilS: number;
}

/** Reads a span from the address: `1700000000-1700000060`. Null: there is none, or it is invalid. */
export function readSpan(text: string): TimeSpan | null {
  const [, from, until] = /^(\d{9,11})-(\d{9,11})$/.exec(text) ?? [];
  const span = { fromS: Number(from), untilS: Number(until) };
  return from && until && span.fromS <= span.untilS ? span : null;
}

export function writeSpan(span: TimeSpan | null): string {
  return span ? `${span.fromS}-${span.untilS}` : '';
}

/** The span between two instants in either order, clipped to what is shown; whole steps. */
export function spanBetween(oneS: number, otherS: number, shown: TimeSpan, stepS: number): TimeSpan {
  const clamp = (value: number) => Math.min(shown.untilS, Math.max(shown.fromS, value));
  const toStep = (value: number) => Math.round(clamp(value) / stepS) * stepS;
  return { fromS: toStep(Math.min(oneS, otherS)), untilS: toStep(Math.max(oneS, otherS)) };
}

/**
 * The effect of Shift and an arrow on a span: its end moves by a step; without a span, one starts at the newest end.
 * Past its start it turns round.
 */
export function extendSpan(
  span: TimeSpan | null,
  direction: -1 | 1,
  shown: TimeSpan,
  stepS: number,
): TimeSpan {
  if (!span) return spanBetween(shown.untilS - stepS, shown.untilS, shown, stepS);
  // The newest end stays while it touches the edge: then the older one moves.
  const atEdge = span.untilS >= shown.untilS - stepS;
  return atEdge
    ? spanBetween(span.fromS + direction * stepS, span.untilS, shown, stepS)
    : spanBetween(span.fromS, Math.max(span.fromS, span.untilS + direction * stepS), shown, stepS);
}

/** A time of day as a time field needs it: 14:03:20, in the zone of this computer. */
export function timeOfDay(atS: number): string {
  const date = new Date(atS * 1000);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The instant within the last day before `nowS` that has this time of day; null: not a valid time. */
export function lastTimeOfDay(text: string, nowS: number): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  const date = new Date(nowS * 1000);
  date.setHours(Number(hours), Number(minutes), Number(seconds ?? 0), 0);
  const at = Math.floor(date.getTime() / 1000);
  return at > nowS ? at - 86_400 : at;
}
