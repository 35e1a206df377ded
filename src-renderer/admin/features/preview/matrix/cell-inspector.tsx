import { X } from 'lucide-react';
import { Link } from 'react-router';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { isValidName } from '../../../../../src-server/contract/names';
import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import { type PreviewType, whyVisible } from '../../../../shared/preview-frames/visible-types';
import { Button } from '../../../../ui/button';
import { FlagsField } from '../../../../ui/flags-field';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { useTo } from '../../../platform/instance';
import { edited, type FlagEdits } from './flag-edits';
import styles from './matrix-view.module.css';

interface CellInspectorProps {
  /** With the flags being tried out. */
  readonly type: PreviewType;
  /** As stored on the instance. */
  readonly stored: PreviewType;
  readonly set: FlagSet;
  readonly flags: readonly string[];
  readonly edits: FlagEdits;
  /** Null: other flags cannot be tried on what is shown. */
  readonly onEdits: ((edits: FlagEdits) => void) | null;
  readonly onClose: () => void;
}

/** Why a set sees an event type or not, and what other flags would change. */
export function CellInspector({ type, stored, set, flags, edits, onEdits, onClose }: CellInspectorProps) {
  const to = useTo();
  const isEdited = Object.hasOwn(edits, type.name);
  return (
    <aside
      className={`${layout.stack4} ${layout.fixed} ${styles.inspector}`}
      aria-label="Visibility of the cell"
      data-pane=""
    >
      <header className={layout.line2}>
        <SetBadge set={set} />
        <h2 className={layout.wrappingRest}>
          <NameLockup name={type.name} />
        </h2>
        <Button kind="quiet" size="small" icon={<X aria-hidden />} aria-label="Close" onPress={onClose} />
      </header>
      <p className={styles.why} role="status">
        {whyVisible(type, set)}
      </p>
      {onEdits && (
        <FlagsField
          key={type.name}
          label="Try other flags"
          flags={type.featureFlags ?? []}
          known={flags}
          onChange={(next) =>
            onEdits(
              edited(
                edits,
                stored,
                next.filter((flag) => isValidName(flag)),
              ),
            )
          }
          hint="Updates all columns. Nothing is written until you apply it."
        />
      )}
      {onEdits && isEdited && (
        <Button size="small" onPress={() => onEdits(edited(edits, stored, stored.featureFlags ?? []))}>
          Reset flags
        </Button>
      )}
      <p className={layout.meta}>
        Flags hide an event type but never stop its delivery.{' '}
        <Link to={to('catalog', type.name)}>Open in the catalog</Link>
      </p>
    </aside>
  );
}
