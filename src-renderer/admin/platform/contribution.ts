import type { ComponentType } from 'react';
import type { LayerName } from './commands/layer-store';
import type { PaletteRow } from './commands/palette-row';

/**
 * What a feature adds to the window around its screens. `app/contributions.ts` lists them all, so that no feature has
 * to know another and the window has to know none of their parts.
 */
export interface Contribution {
  /** Of which feature; each has one at most. */
  readonly feature: string;
  /** Offers the commands that can be given on every screen. A hook. */
  readonly useCommands?: () => void;
  /** What the palette can find of the feature. A hook, called while the palette is open. */
  readonly usePaletteRows?: (query: string) => readonly PaletteRow[];
  /** Sheets that a command opens over any screen. */
  readonly layers?: Readonly<Partial<Record<LayerName, ComponentType<{ readonly onClose: () => void }>>>>;
  /** Stands in the status bar. */
  readonly StatusItem?: ComponentType;
  /** Takes files that are dropped anywhere on the window. */
  readonly DropTarget?: ComponentType;
}
