import { create } from 'zustand';
import type { PickedFile } from '../../../src-main/contract/desktop-api';

interface OpenedDocument {
  /** The document that somebody opened with the desktop program, until a feature takes it. */
  readonly file: PickedFile | null;
}

/** Takes a document from the window, which hears of it, to the feature that shows it. */
export const useOpenedDocument = create<OpenedDocument>(() => ({ file: null }));
