import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { goToDraftStep } from '../../parts/schema-drafts/schema-drafts';
import type { SchemaDocument } from './draft/use-schema-draft';
import styles from './schema-screen.module.css';

/** Every step done to the document, in words; one press returns to any of them. */
export function StepsButton({ document: { key, draft } }: { readonly document: SchemaDocument }) {
  const { past, future } = draft.history;
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
