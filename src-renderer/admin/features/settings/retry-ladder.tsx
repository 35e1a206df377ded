import { Plus, X } from 'lucide-react';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import { useEditSettings } from '../../data/use-settings';
import { formatDuration as roundedDuration } from '../../parts/traffic/format-amount';
import { useInstance } from '../../platform/instance';
import { formatDuration, readDuration } from './format-duration';
import styles from './settings-pages.module.css';

interface RetryWaits {
  /** The effective waits, in seconds. Null: those the server was started with. */
  readonly policy: readonly number[] | null;
  /** The waits the server was started with, in seconds. */
  readonly started: readonly number[];
  /** True: the server was started without a schedule of its own. */
  readonly isDefault: boolean;
}

const LONGEST_S = 30 * 86_400;
const STEPS_MAX = 50;

/** The waits between the attempts of a failed delivery, as they are edited. */
export function useRetryWaits({ policy, started, isDefault }: RetryWaits) {
  const inUse = policy ?? started;
  const form = useDraft(`${useInstance().id}/retries`, policy);
  const [steps, setSteps] = useDrafted<readonly string[] | null>(form, 'steps', null);
  const edit = useEditSettings();
  const texts = steps ?? inUse.map(formatDuration);
  const waits = steps ? texts.map(readDuration) : inUse;
  // The effective waits are in use, however short: only unsaved ones can be wrong.
  const faults = steps ? waits.map(faultOf) : inUse.map(() => null);
  const isComplete = faults.every((fault) => fault === null);
  const save = () => {
    const retryPolicy = waits.flatMap((wait) => wait ?? []);
    const opened = { retryPolicy: form.opened && [...form.opened] };
    whenDone(edit.save({ opened, mine: { retryPolicy } }), () => form.saved(retryPolicy));
  };
  return {
    ...{ texts, setSteps, faults },
    /** In seconds; null where it is not known yet. */
    waits,
    isComplete,
    /** True: they are those that the server was started with. */
    isStarted: policy === null && steps === null,
    isDefault,
    isEdited: steps !== null,
    discard: () => {
      form.startOver();
      edit.reset();
    },
    /** Null: there is nothing that could be saved. */
    save: steps !== null && isComplete && !edit.isPending ? save : null,
    saving: edit,
  };
}

/** The waits one below the other, and their total. */
export function RetryLadder({ draft }: { readonly draft: ReturnType<typeof useRetryWaits> }) {
  const { texts, setSteps, faults, waits, isComplete, save } = draft;
  return (
    <fieldset className={`${layout.stack2} ${layout.flush} ${styles.ladder}`}>
      <legend className={`${layout.flush} ${layout.label}`}>Retries</legend>
      <p className={`${layout.small} ${layout.lead}`}>
        The delay before each retry, with a small random variation. Changes apply from the next failed
        attempt.
      </p>
      <ol className={styles.steps}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
          <li key={index} className={layout.shrinking}>
            <TextField
              label={`Retry ${index + 1} after`}
              value={text}
              onChange={(next) => setSteps(texts.with(index, next))}
              error={faults[index] ?? null}
              action={
                <Button
                  kind="quiet"
                  icon={<X aria-hidden />}
                  aria-label={`Remove retry ${index + 1}`}
                  onPress={() => setSteps(texts.toSpliced(index, 1))}
                />
              }
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          kind="quiet"
          icon={<Plus aria-hidden />}
          isDisabled={texts.length >= STEPS_MAX}
          onPress={() => setSteps([...texts, texts.at(-1) ?? '5 s'])}
        >
          Add retry
        </Button>
      </div>
      <p className={`${layout.label} ${layout.numbers}`} role="status">
        {isComplete ? inTotal(waits.flatMap((wait) => wait ?? [])) : 'Correct the invalid times.'}
        {draft.isStarted && (draft.isDefault ? ' Default.' : ' Set when the server started.')}
      </p>
      {draft.isEdited && (
        <div className={layout.pair}>
          <Button onPress={draft.discard}>Discard</Button>
          <Button
            kind="primary"
            isDisabled={!save}
            needs="PATCH /settings retryPolicy"
            onPress={() => save?.()}
          >
            Save retries
          </Button>
        </div>
      )}
      <SaveFailure title="The retries were not saved" saving={draft.saving} />
    </fieldset>
  );
}

function faultOf(seconds: number | null): string | null {
  if (seconds === null) return 'Enter a time in whole seconds, such as 5 s, 30 min or 1 h 30 min.';
  if (seconds < 1) return 'Enter at least 1 s.';
  return seconds > LONGEST_S ? 'Enter at most 30 d.' : null;
}

/** "8 attempts over 27 h 35 min": the time from the first attempt to the last. */
export function inTotal(waits: readonly number[]): string {
  if (waits.length === 0) return 'One attempt, no retries.';
  return `${waits.length + 1} attempts over ${roundedDuration(waits.reduce((sum, wait) => sum + wait, 0))}.`;
}
