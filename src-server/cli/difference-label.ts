import type { CatalogDifference } from './catalog-difference';
import { count } from './table';

/** How one catalog differs from that of an instance, line by line, with a summary line at the end. */
export function differenceLabel(
  { added, changed, unchanged, onlyHere, settings }: CatalogDifference,
  other: string,
  here: string,
): string {
  const lines = [
    ...added.map((name) => `+ ${name}: only in ${other}`),
    ...changed.flatMap(({ name, changes }) => [`~ ${name}`, ...changes.map((change) => `    ${change}`)]),
    ...onlyHere.map((name) => `- ${name}: only in ${here}`),
    ...settings.map((setting) => `~ setting ${setting}`),
  ];
  const numbers = `${count(unchanged.length, 'event type')} unchanged, ${changed.length} changed, ${added.length} only in ${other}, ${onlyHere.length} only in ${here}.`;
  return `${[...lines, numbers].join('\n')}\n`;
}

/** True when neither has anything that the other lacks. */
export function isSame({ added, changed, onlyHere, settings }: CatalogDifference): boolean {
  return added.length + changed.length + onlyHere.length + settings.length === 0;
}
