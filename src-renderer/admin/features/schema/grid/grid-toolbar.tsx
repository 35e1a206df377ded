import { ArrowDown, ArrowUp, ClipboardPaste, CornerDownRight, PanelBottom, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../ui/button';
import type { SchemaDocument } from '../draft/use-schema-draft';
import styles from '../schema-screen.module.css';
import { pressInGrid } from './press-in-grid';

interface GridToolbarProps {
  readonly document: SchemaDocument;
  readonly inspector: boolean;
  readonly onInspector: () => void;
  readonly onInfer: () => void;
}

/** The actions of the grid for mouse and touch. Each does what its keys do, on the focused row. */
export function GridToolbar({ document, inspector, onInspector, onInfer }: GridToolbarProps) {
  const off = document.fault !== null;
  const isRoot = document.draft.focus === '';
  return (
    <div className={styles.tools} role="toolbar" aria-label="Fields">
      <Button
        size="small"
        kind="quiet"
        isDisabled={off}
        icon={<Plus aria-hidden />}
        onPress={() => pressInGrid({ key: 'Enter', ctrlKey: true })}
      >
        Field
      </Button>
      <Button
        size="small"
        kind="quiet"
        isDisabled={off}
        icon={<CornerDownRight aria-hidden />}
        onPress={() => pressInGrid({ key: 'Enter', ctrlKey: true, shiftKey: true })}
      >
        Inside
      </Button>
      <Button
        size="small"
        kind="quiet"
        isDisabled={off}
        icon={<ClipboardPaste aria-hidden />}
        onPress={onInfer}
      >
        <span className={styles.wordy}>From a sample</span>
      </Button>
      <span className={styles.space} />
      <Button
        size="small"
        kind="quiet"
        aria-label="Move up"
        isDisabled={off || isRoot}
        icon={<ArrowUp aria-hidden />}
        onPress={() => pressInGrid({ key: 'ArrowUp', altKey: true })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Move down"
        isDisabled={off || isRoot}
        icon={<ArrowDown aria-hidden />}
        onPress={() => pressInGrid({ key: 'ArrowDown', altKey: true })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Delete the row"
        isDisabled={off || isRoot}
        icon={<Trash2 aria-hidden />}
        onPress={() => pressInGrid({ key: 'Backspace' })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Inspector"
        aria-pressed={inspector}
        icon={<PanelBottom aria-hidden />}
        onPress={onInspector}
      />
    </div>
  );
}
