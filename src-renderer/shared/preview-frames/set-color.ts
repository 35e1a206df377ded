import type { FlagColor } from '../../../src-server/contract/flag-set';
import styles from './set-color.module.css';

/** The class that sets `--hue` to a color of a set. Flags have colors of their own, so none means two things. */
export function setColorClass(color: FlagColor): string | undefined {
  return styles[color];
}
