import type { FlagColour } from '../../../../../src-server/contract/flag-set';

/** A flag colour of the light theme, in which pictures are drawn. */
export function cssColour(colour: FlagColour): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--flag-${colour})`;
  probe.dataset.tokens = 'light';
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
