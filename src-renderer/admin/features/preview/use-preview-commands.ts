import type { FlagSet } from '../../../../src-server/contract/flag-set';
import { useCommand } from '../../platform/commands/command-store';
import type { PreviewAddress, PreviewMode } from './preview-address';

interface PreviewCommandParts {
  readonly address: PreviewAddress;
  readonly change: (values: Readonly<Record<string, string>>) => void;
  readonly sets: readonly FlagSet[];
  readonly toggle: (id: string) => void;
}

/** The commands of the preview, for its keys and for the palette. */
export function usePreviewCommands({ address, change, sets, toggle }: PreviewCommandParts): void {
  // The key of a mode toggles between that mode and the frames.
  const mode = (next: PreviewMode) => () =>
    change({ mode: next === address.mode || next === 'frames' ? '' : next });
  useCommand('preview-frames', mode('frames'), undefined, true);
  useCommand('preview-matrix', mode('matrix'), undefined, true);
  useCommand('preview-changes', mode('changes'), undefined, true);
  useCommand(
    'preview-width',
    () => change({ width: address.widthPx === 390 ? '1280' : '390' }),
    undefined,
    true,
  );
  useCommand(
    'preview-theme',
    () => change({ theme: address.theme === 'dark' ? '' : 'dark' }),
    undefined,
    true,
  );
  const set = (index: number) => {
    const id = sets[index]?.id;
    return id === undefined ? null : () => toggle(id);
  };
  useCommand('preview-set-1', set(0));
  useCommand('preview-set-2', set(1));
  useCommand('preview-set-3', set(2));
  useCommand('preview-set-4', set(3));
}
