import { FLAG_COLORS, type FlagColor } from '../../src-server/contract/flag-set';
import styles from './hue.module.css';

/** The class that sets `--hue` for an element and its content, in their theme. */
export function hueClass(hue: FlagColor): string | undefined {
  return styles[hue];
}

/** The hue of a flag: always the same for the same name, on every page. */
export function flagHue(flag: string): FlagColor {
  let hash = 2166136261;
  for (const character of flag) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return FLAG_COLORS[(hash >>> 8) % FLAG_COLORS.length] ?? 'amber';
}
