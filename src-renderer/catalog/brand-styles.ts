import { brandColors } from '../ui/brand-colors';

/**
 * Overrides the tokens with the sender's color; empty for none. Anything that is not a color, from a file that nobody
 * validated, counts as none.
 */
export function brandStyles(color: string | null): string {
  const colors = brandColors(color);
  if (colors === null) return '';
  return `:root { --accent: light-dark(${colors.light}, ${colors.dark}); --brand-line: 3px; }\n`;
}
