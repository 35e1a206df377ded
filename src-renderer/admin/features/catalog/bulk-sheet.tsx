import { useState } from 'react';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { isValidName } from '../../../../src-server/contract/names';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { ComboBox } from '../../../ui/combo-box';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { knownFlags, useEventTypes } from '../../data/use-catalog';
import { useInstance } from '../../platform/instance';
import { type BulkAct, type FlagMode, planBulk } from './bulk-acts';
import { bulkReachSentence, typesLabel } from './bulk-labels';
import styles from './catalog-screen.module.css';
import { useInsights } from './event-type/use-history';
import { useBulk } from './use-bulk';

interface BulkSheetProps {
  readonly act: BulkAct;
  readonly selected: readonly ListedEventType[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const SAMPLE = 6;
const MODES = [
  { value: 'add', label: 'Add it' },
  { value: 'remove', label: 'Remove it' },
  { value: 'replace', label: 'Replace the others' },
] as const;

/** Says how many and which event types are affected and what it means, then does it. */
export function BulkSheet({ act, selected, onClose, onDone }: BulkSheetProps) {
  const form = useDraft(`${useInstance().id}/bulk-${act}`, null, onClose);
  const [mode, setMode] = useDrafted<FlagMode>(form, 'mode', 'add');
  const [flag, setFlag] = useDrafted(form, 'flag', '');
  const [typed, setTyped] = useState('');
  const types = useEventTypes();
  const plan = planBulk(act, selected, { mode, flag: flag.trim() });
  const insights = useInsights(plan.isHiding);
  const bulk = useBulk(plan.done);
  const left = selected.length - plan.types.length;
  const word = `delete ${plan.types.length}`;
  const isReady =
    plan.types.length > 0 &&
    (act !== 'flag' || isValidName(flag.trim())) &&
    (act !== 'delete' || typed.trim() === word);
  const names = plan.types.map(({ name }) => name);
  const submit = () => {
    whenDone(bulk.mutateAsync(plan.entries), () => {
      form.saved(null);
      onDone();
    });
  };
  return (
    <Sheet
      placement="center"
      draft={form}
      title={`${plan.title}: ${typesLabel(selected.length)}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind={act === 'delete' ? 'danger' : 'primary'}
            isDisabled={!isReady || bulk.isPending}
            needs="POST /event-type-bulk"
            onPress={submit}
          >
            {plan.verb}
          </Button>
        </>
      }
    >
      {act === 'flag' && (
        <>
          <ComboBox
            label="Flag"
            mono
            autoFocus
            value={flag}
            onChange={setFlag}
            options={knownFlags(types.data)}
            placeholder="beta"
            error={
              flag.trim() !== '' && !isValidName(flag.trim())
                ? 'Use letters, digits, hyphens, underscores and periods.'
                : null
            }
          />
          <Segmented label="Existing flags" value={mode} onChange={setMode} options={MODES} />
        </>
      )}
      <p>
        {plan.consequence} {plan.isHiding && bulkReachSentence(names, insights.data)}
      </p>
      <ul
        className={`${layout.stack1} ${layout.goneIfEmpty} ${styles.sample}`}
        aria-label="Affected event types"
      >
        {plan.types.slice(0, SAMPLE).map(({ name }) => (
          <li key={name}>
            <NameLockup name={name} />
          </li>
        ))}
        {plan.types.length > SAMPLE && (
          <li className={layout.meta}>and {(plan.types.length - SAMPLE).toLocaleString('en')} more</li>
        )}
      </ul>
      {left > 0 && (
        <p className={layout.meta}>
          {left === selected.length ? 'All of them' : left.toLocaleString('en')} need no change.
        </p>
      )}
      {act === 'delete' && (
        <TextField
          label={`Type ${word} to delete them`}
          mono
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      )}
      {bulk.isPending && (
        <div role="status">
          <progress className={layout.progress} aria-label={plan.title} />
          <p className={layout.meta}>All of them change in one transaction, or none does.</p>
        </div>
      )}
      {bulk.error && <FailureNotice title="Nothing was changed" cause={bulk.error} />}
    </Sheet>
  );
}
