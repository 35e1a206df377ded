import { create } from 'zustand';

/** Layers that any screen may open over itself. */
export type LayerName = 'palette' | 'shortcuts' | 'new-event-type' | 'new-application';

interface LayerState {
  readonly layer: LayerName | null;
  /** What is in the field of the palette at first. */
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
