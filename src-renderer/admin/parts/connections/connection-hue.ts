import type { ConnectionOut } from '../../../../src-server/contract/connection';
import type { FlagColour } from '../../../../src-server/contract/flag-set';
import { flagHue } from '../../../ui/hue';

/** The hue of a connection: the one that was chosen for it, else always the same for the same id. */
export function hueOf({ id, colour }: Pick<ConnectionOut, 'id' | 'colour'>): FlagColour {
  return colour ?? flagHue(id);
}
