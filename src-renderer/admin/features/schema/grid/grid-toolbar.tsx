import { ArrowDown, ArrowUp, ClipboardPaste, CornerDownRight, PanelBottom, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Button } from '../../../../ui/button';
import styles from '../schema-screen.module.css';
import { pressInGrid } from './press-in-grid';

interface GridToolbarProps {
  /** True while the text is not JSON. */
  readonly isOff: boolean;
  /** True while the focus is in the row of the event itself. */
  readonly isRoot: boolean;
  readonly inspector: boolean;
  readonly onInspector: (isOpen: boolean) => void;
  /** @param start the sample to begin with */
  readonly onInfer: (start: string) => void;
}

/** The actions of the grid for mouse and touch. Each does what its keys do, on the focused row. */
export const GridToolbar = memo(function GridToolbar(props: GridToolbarProps) {
  const { isOff, isRoot, inspector, onInspector, onInfer } = props;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Fields">
      <Button
        size="small"
        kind="quiet"
        isDisabled={isOff}
        icon={<Plus aria-hidden />}
        onPress={() => pressInGrid({ key: 'Enter', ctrlKey: true })}
      >
        Field
      </Button>
      <Button
        size="small"
        kind="quiet"
        isDisabled={isOff}
        icon={<CornerDownRight aria-hidden />}
        onPress={() => pressInGrid({ key: 'Enter', ctrlKey: true, shiftKey: true })}
      >
        Inside
      </Button>
      <Button
        size="small"
        kind="quiet"
        isDisabled={isOff}
        icon={<ClipboardPaste aria-hidden />}
        onPress={() => onInfer('')}
      >
        <span className={styles.wordy}>From a sample</span>
      </Button>
      <span className={styles.space} />
      <Button
        size="small"
        kind="quiet"
        aria-label="Move up"
        isDisabled={isOff || isRoot}
        icon={<ArrowUp aria-hidden />}
        onPress={() => pressInGrid({ key: 'ArrowUp', altKey: true })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Move down"
        isDisabled={isOff || isRoot}
        icon={<ArrowDown aria-hidden />}
        onPress={() => pressInGrid({ key: 'ArrowDown', altKey: true })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Delete the row"
        isDisabled={isOff || isRoot}
        icon={<Trash2 aria-hidden />}
        onPress={() => pressInGrid({ key: 'Backspace' })}
      />
      <Button
        size="small"
        kind="quiet"
        aria-label="Inspector"
        aria-pressed={inspector}
        icon={<PanelBottom aria-hidden />}
        onPress={() => onInspector(!inspector)}
      />
    </div>
  );
});
