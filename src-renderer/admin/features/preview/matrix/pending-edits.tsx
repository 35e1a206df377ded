import { useState } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { whenDone } from '../../../../api/when-done';
import type { PreviewType } from '../../../../shared/preview-frames/visible-types';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { FailureNotice } from '../../../../ui/failure-notice';
import { FlagChip } from '../../../../ui/flag-chip';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Sheet } from '../../../../ui/sheet';
import { PlanRelease } from '../../../parts/releases/plan-release';
import { useInstance } from '../../../platform/instance';
import { consequences, type FlagEdits, releaseOf } from './flag-edits';
import styles from './matrix-view.module.css';
import { useApplyEdits } from './use-apply-edits';

interface PendingEditsProps {
  readonly types: readonly PreviewType[];
  readonly sets: readonly FlagSet[];
  readonly edits: FlagEdits;
  readonly onEdits: (edits: FlagEdits) => void;
}

/** What is being tried out and not written: how much, its effect, and the two ways to end it. */
export function PendingEdits({ types, sets, edits, onEdits }: PendingEditsProps) {
  const [asking, setAsking] = useState(false);
  const [planning, setPlanning] = useState(false);
  const { isCopy } = useInstance();
  const names = Object.keys(edits);
  const apply = useApplyEdits(types, (written) =>
    onEdits(Object.fromEntries(Object.entries(edits).filter(([name]) => !written.includes(name)))),
  );
  // A release happens on the instance, whose event types may be others than those of a working copy.
  const release = isCopy ? null : releaseOf(types, edits);
  if (names.length === 0) return null;
  const label = names.length === 1 ? '1 event type' : `${names.length} event types`;
  const sentences = consequences(types, edits, sets);
  return (
    <div className={`${layout.rowAligned} ${layout.underlined} ${styles.bar}`} role="status">
      <p className={styles.text}>
        <strong>Draft flags for {label}.</strong> {sentences.join(' ')}
      </p>
      <span className={layout.pair}>
        <Button size="small" onPress={() => onEdits({})}>
          Discard
        </Button>
        {release && (
          <Button size="small" needs="POST /flag-releases" onPress={() => setPlanning(true)}>
            Plan as release
          </Button>
        )}
        <Button size="small" kind="primary" needs="PATCH /event-type/{name}" onPress={() => setAsking(true)}>
          Apply
        </Button>
      </span>
      {planning && release && (
        <PlanRelease start={release} onClose={() => setPlanning(false)} onPlanned={() => onEdits({})} />
      )}
      {asking && (
        <Sheet
          title={`Change the flags of ${label}`}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onPress={() => setAsking(false)}>Cancel</Button>
              <Button
                kind="primary"
                isDisabled={apply.isPending}
                onPress={() => whenDone(apply.mutateAsync(edits), () => setAsking(false))}
              >
                {apply.isPending ? 'Changing' : `Change ${label}`}
              </Button>
            </>
          }
        >
          <p>Portals change at once, the public catalog within seconds. Delivery does not change.</p>
          <ul className={styles.consequences}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <ul className={classNames(layout.stack2, styles.list)}>
            {names.map((name) => (
              <li key={name}>
                <NameLockup name={name} />
                <span className={`${layout.inlineLine1} ${layout.muted} ${layout.wraps}`}>
                  <Flags flags={types.find((type) => type.name === name)?.featureFlags ?? []} />
                  <span aria-hidden>→</span>
                  <span className="visually-hidden">becomes</span>
                  <Flags flags={edits[name] ?? []} />
                </span>
              </li>
            ))}
          </ul>
          {apply.error && (
            <FailureNotice
              title="Some flags were not changed. They are still in the draft"
              cause={apply.error}
            />
          )}
        </Sheet>
      )}
    </div>
  );
}

function Flags({ flags }: { readonly flags: readonly string[] }) {
  return flags.length === 0 ? (
    <span>everyone</span>
  ) : (
    flags.map((flag) => <FlagChip key={flag} flag={flag} />)
  );
}
