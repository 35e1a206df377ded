import type { PreviewType } from '../../../../src-renderer/shared/preview-frames/visible-types';
import type { FlagSet } from '../../../../src-server/contract/flag-set';

/** Event types by name, each with its flags. */
export function typesOf(flags: Readonly<Record<string, readonly string[]>>): PreviewType[] {
  return Object.entries(flags).map(([name, own]) => ({ name, featureFlags: own.length > 0 ? own : null }));
}

/** A set with these flags, named after them. */
export function setOf(letter: string, ...featureFlags: string[]): FlagSet {
  return {
    id: `set_${letter}`,
    letter,
    name: featureFlags.join('+') || 'Everyone',
    colour: 'sky',
    featureFlags,
  };
}
