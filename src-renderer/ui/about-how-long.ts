import { UI_LABELS, type UiLabels } from './ui-labels';

/** "about 6 s", "about 3 min", "about 2 h". */
export function aboutHowLong(seconds: number, words: UiLabels['duration'] = UI_LABELS.duration): string {
  if (seconds < 1) return words.moment;
  if (seconds < 100) return words.seconds({ count: Math.ceil(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? words.minutes({ count: minutes }) : words.hours({ count: Math.round(minutes / 60) });
}
