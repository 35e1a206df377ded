import type { FlagReleaseIn } from '../../../../src-server/contract/flag-release';
import { isValidName } from '../../../../src-server/contract/names';
import { whenDone } from '../../../api/when-done';
import { fromLocalMoment } from '../../../shared/local-moment';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { Choice } from '../../../ui/choice';
import { ComboBox } from '../../../ui/combo-box';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast-store';
import { usePlanRelease } from '../../data/releases/use-releases';
import { knownFlags, useServedEventTypes } from '../../data/use-catalog';
import { useInstance } from '../../platform/instance';
import { flaggedTypes, releaseSentence } from './release-effect';
import { isAhead, ReleaseFields } from './release-fields';

interface PlanReleaseProps {
  /** What the form begins with. Absent: nothing. */
  readonly start?: Pick<FlagReleaseIn, 'flag' | 'eventTypes'>;
  readonly onClose: () => void;
  /** Called once it is planned, after which the form is closed. */
  readonly onPlanned?: () => void;
}

/** A form that plans when a flag leaves its event types. */
export function PlanRelease({ start, onClose, onPlanned }: PlanReleaseProps) {
  const types = useServedEventTypes().data ?? [];
  const plan = usePlanRelease();
  const form = useDraft(`${useInstance().id}/new-release/${start?.flag ?? ''}`, null, onClose);
  const [typed, setTyped] = useDrafted(form, 'flag', start?.flag ?? '');
  const [scope, setScope] = useDrafted<'all' | 'some'>(form, 'scope', start?.eventTypes ? 'some' : 'all');
  const [chosen, setChosen] = useDrafted<readonly string[]>(form, 'eventTypes', start?.eventTypes ?? []);
  const [draft, setDraft] = useDrafted(form, 'draft', { at: '', note: '' });
  const flag = typed.trim();
  const flagged = flaggedTypes(types, flag);
  const eventTypes =
    scope === 'all' ? null : flagged.flatMap(({ name }) => (chosen.includes(name) ? name : []));
  const at = fromLocalMoment(draft.at);
  const isComplete = isValidName(flag) && isAhead(draft) && eventTypes?.length !== 0;
  const submit = () =>
    at !== null &&
    whenDone(plan.mutateAsync({ flag, at, note: draft.note.trim() || null, eventTypes }), () => {
      toast(`Planned the release of ${flag}`);
      onPlanned?.();
      form.saved(null);
    });
  return (
    <Sheet
      title="Plan a release"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={!isComplete || plan.isPending} onPress={submit}>
            Plan release
          </Button>
        </>
      }
    >
      <ComboBox
        label="Flag"
        mono
        autoFocus
        value={typed}
        onChange={setTyped}
        options={knownFlags(types)}
        placeholder="beta"
        hint="Removed from the event types at that time. Deliveries are not affected."
        error={
          flag !== '' && !isValidName(flag)
            ? 'Use letters, digits, hyphens, underscores and periods.'
            : (plan.error?.fieldError('flag') ?? null)
        }
      />
      <Choice
        label="Event types"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'all', label: 'All that have the flag at that time' },
          { value: 'some', label: 'Only some of them' },
        ]}
      />
      {scope === 'some' && (
        <fieldset className={`${layout.stack1} ${layout.borderless} ${layout.flush} ${layout.marginless}`}>
          <legend className="visually-hidden">Released event types</legend>
          {flagged.map(({ name }) => (
            <Checkbox
              key={name}
              isSelected={chosen.includes(name)}
              onChange={(isChosen) =>
                setChosen((now) => (isChosen ? [...now, name] : now.filter((other) => other !== name)))
              }
            >
              <NameLockup name={name} />
            </Checkbox>
          ))}
        </fieldset>
      )}
      {isValidName(flag) && eventTypes?.length !== 0 && (
        <p role="status" className={layout.meta}>
          {releaseSentence(types, { flag, eventTypes })}
        </p>
      )}
      <ReleaseFields draft={draft} onChange={setDraft} error={plan.error} />
      {plan.error && <FailureNotice title="Nothing was planned" cause={plan.error} />}
    </Sheet>
  );
}
