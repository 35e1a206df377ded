import { Lock } from 'lucide-react';
import type { ConnectionOut } from '../../../../src-server/contract/connection';
import type { FlagColor } from '../../../../src-server/contract/flag-set';
import { isFolderAddress, shownAddress } from '../../../../src-server/contract/folder-address';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import { flagHue, hueClass } from '../../../ui/hue';
import layout from '../../../ui/layout.module.css';
import styles from './connection-pill.module.css';

/** The colour of a connection: neutral for this computer, one of eight hues for others. */
export function Swatch({ connection }: { readonly connection: ConnectionOut | undefined }) {
  return (
    <span
      className={classNames(styles.swatch, connection ? hueClass(hueOf(connection)) : styles.local)}
      aria-hidden
    />
  );
}

/** Shows that a connection is protected, with a word and a glyph. */
export function Protected() {
  return (
    <span
      className={`${layout.inlineLine1} ${layout.small} ${styles.protected}`}
      title="Asks for its name before anything is deleted or replaced"
    >
      <Lock aria-hidden />
      <span className={styles.word}>Protected</span>
    </span>
  );
}

/** The host of an instance, or the path of a folder. */
export function placeOf(baseUrl: string): string {
  return isFolderAddress(baseUrl) ? shownAddress(baseUrl) : hostOf(baseUrl);
}

/** The hue of a connection: the chosen one, otherwise always the same for the same id. */
export function hueOf({ id, colour }: Pick<ConnectionOut, 'id' | 'colour'>): FlagColor {
  return colour ?? flagHue(id);
}
