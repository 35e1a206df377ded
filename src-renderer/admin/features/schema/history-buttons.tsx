import { Redo2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import type { EditHistory } from '../../../ui/drafts/edit-history';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { goToDraftStep, redoDraft, undoDraft } from '../../parts/schema-drafts/schema-drafts';
import styles from './schema-screen.module.css';

interface HistoryProps {
  /** The key of the draft. */
  readonly of: string;
  readonly history: EditHistory;
}

/** The ways back and forth through the steps. Drawn again only when they have changed. */
export const HistoryButtons = memo(function HistoryButtons({ of: key, history }: HistoryProps) {
  const { past, future } = history;
  return (
    <>
      <StepsButton of={key} history={history} />
      <Button
        size="small"
        kind="quiet"
        icon={<Undo2 aria-hidden />}
        aria-label={past.length > 0 ? `Undo: ${past.at(-1)?.label}` : 'Undo'}
        isDisabled={past.length === 0}
        onPress={() => undoDraft(key)}
      />
      <Button
        size="small"
        kind="quiet"
        icon={<Redo2 aria-hidden />}
        aria-label={future.length > 0 ? `Redo: ${future.at(-1)?.label}` : 'Redo'}
        isDisabled={future.length === 0}
        onPress={() => redoDraft(key)}
      />
    </>
  );
});

/** Every step done to the document, in words; one press returns to any of them. */
function StepsButton({ of: key, history: { past, future } }: HistoryProps) {
  if (past.length + future.length === 0) return null;
  const undone = future.toReversed();
  return (
    <DialogTrigger>
      <Button size="small" kind="quiet">
        {past.length} {past.length === 1 ? 'step' : 'steps'}
      </Button>
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Dialog aria-label="Steps" className={classNames(layout.ringless)}>
          <ol className={styles.stepsList}>
            <Step label="Opened" done current={past.length === 0} onGo={() => goToDraftStep(key, 0)} />
            {past.map((step, index) => (
              <Step
                key={step.id}
                label={step.label}
                done
                current={index === past.length - 1}
                onGo={() => goToDraftStep(key, index + 1)}
              />
            ))}
            {undone.map((step, index) => (
              <Step
                key={`undone ${step.id}`}
                label={step.label}
                done={false}
                current={false}
                onGo={() => goToDraftStep(key, past.length + index + 1)}
              />
            ))}
          </ol>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface StepProps {
  readonly label: string;
  readonly done: boolean;
  readonly current: boolean;
  readonly onGo: () => void;
}

function Step({ label, done, current, onGo }: StepProps) {
  return (
    <li>
      <button
        type="button"
        className={classNames(
          layout.hovering,
          layout.insetRing,
          styles.step,
          !done && styles.undone,
          current && styles.stepsCurrent,
        )}
        aria-current={current ? 'step' : undefined}
        onClick={onGo}
      >
        {label}
        {!done && <span className="visually-hidden">, undone</span>}
      </button>
    </li>
  );
}
