import { aboutHowLong } from '../../ui/about-how-long';
import type { UiLabels } from '../../ui/ui-labels';
import type { AgainLabels } from './again-labels';
import type { sumOfCounts } from './scope-count';

/** How long it takes to send what was counted, or what holds it. */
export function howLong(
  {
    seconds,
    rateLimit,
    isPaused,
  }: Pick<ReturnType<typeof sumOfCounts>, 'seconds' | 'rateLimit' | 'isPaused'>,
  labels: Pick<AgainLabels, 'held' | 'unlimited' | 'atRate' | 'atLimits'>,
  words: UiLabels['duration'],
): string {
  if (isPaused) return labels.held;
  if (seconds === null) return labels.unlimited;
  const duration = aboutHowLong(seconds, words);
  return rateLimit === null ? labels.atLimits({ duration }) : labels.atRate({ duration, rate: rateLimit });
}
