import type { ComponentType } from 'react';
import type { LayerName } from './commands/layer-store';

/**
 * What a feature adds to the window around its screens. `app/contributions.ts` lists them all, so that no feature has
 * to know another and the window does not have to know their parts.
 */
export interface Contribution {
  /** Name of the feature; each has at most one contribution. */
  readonly feature: string;
  /** Offers the commands that are available on every screen. A hook. */
  readonly useCommands?: () => void;
  /** Sheets that a command opens over any screen. */
  readonly layers?: Readonly<Partial<Record<LayerName, ComponentType<{ readonly onClose: () => void }>>>>;
  /** Shown in the status bar. */
  readonly StatusItem?: ComponentType;
  /** Takes files dropped anywhere on the window. */
  readonly DropTarget?: ComponentType;
}
