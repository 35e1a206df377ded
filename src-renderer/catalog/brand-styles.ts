import { brandColors } from '../ui/brand-colors';

/** The sender's color over the tokens; empty for none. What is no color, from a file that nobody checked, is none. */
export function brandStyles(color: string | null): string {
  const colors = brandColors(color);
  if (colors === null) return '';
  return `:root { --accent: light-dark(${colors.light}, ${colors.dark}); --brand-line: 3px; }\n`;
}
