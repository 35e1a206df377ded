import { timeOfDay } from './time-span';

/** The unit of the time axis: seconds since 1970, or since the start of what is shown. */
export type ChartTime = 'clock' | 'elapsed';

/** A moment in words: a time of day, or `1:05` after the start. */
export function formatMoment(atS: number, time: ChartTime): string {
  if (time === 'clock') return timeOfDay(atS);
  const [hours, minutes, seconds] = [
    Math.floor(atS / 3600),
    Math.floor((atS % 3600) / 60),
    Math.floor(atS % 60),
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
