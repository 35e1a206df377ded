import { toIsoTime } from '../base/clock';

/** A time as a notice says it, to the minute: "2026-11-29 02:14 UTC". */
export function timeOf(at: number): string {
  return `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`;
}
