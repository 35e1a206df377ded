import { create } from 'zustand';

/** Layers that may open over any screen. */
export type LayerName = 'palette' | 'shortcuts' | 'new-event-type' | 'new-application';

interface LayerState {
  readonly layer: LayerName | null;
  /** Initial text of the palette's field. */
  readonly start: string;
  open(layer: LayerName, start?: string): void;
  close(): void;
}

/** The one layer that is open over the window. */
export const useLayer = create<LayerState>((set) => ({
  layer: null,
  start: '',
  open: (layer, start = '') => set({ layer, start }),
  close: () => set({ layer: null }),
}));
