import { type ReactNode, useId } from 'react';
import layout from '../../../ui/layout.module.css';
import type { CopyChange } from '../../data/use-changes';
import { UnsavedNote } from '../../parts/schema-drafts/unsaved-note';
import type { Choices, Conflict } from './sync-choices';
import { PullLine, PushLine, SyncNames } from './sync-names';

interface SyncStepProps {
  readonly step: 1 | 2 | 3;
  readonly title: string;
  /** How much is left of it. */
  readonly left: number;
  /** Said if there is nothing in it. */
  readonly nothing: string | false;
  readonly children: ReactNode;
}

/** One of the three steps of a sync, with what is left of it. */
export function SyncStep({ step, title, left, nothing, children }: SyncStepProps) {
  const id = useId();
  return (
    <section className={layout.stack2} aria-labelledby={id}>
      <h3 id={id} className={layout.sectionTitle}>
        {step} {title} <span className={layout.count}>{left.toLocaleString('en')}</span>
      </h3>
      {nothing && <p className={layout.muted}>{nothing}</p>}
      {children}
    </section>
  );
}

interface StepProps {
  readonly instance: string;
  /** Names of the step, excluded ones too. */
  readonly names: readonly string[];
  /** How many of them are not excluded. */
  readonly left: number;
  readonly excluded: ReadonlySet<string>;
  readonly onLeave: (name: string, isLeft: boolean) => void;
  readonly changes: readonly CopyChange[];
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
}

/** What comes from the instance. */
export function PullStep({ instance, names, left, excluded, onLeave }: StepProps) {
  return (
    <SyncStep step={1} title="Pull" left={left} nothing={names.length === 0 && `Nothing new on ${instance}.`}>
      <SyncNames
        label={`Pull from ${instance}`}
        {...{ names, excluded, onLeave }}
        line={(name) => <PullLine name={name} />}
      />
    </SyncStep>
  );
}

/** What is written to the instance, and which drafts stay here. */
export function PushStep({ children, ...props }: StepProps & { readonly children: ReactNode }) {
  const { instance, names, left, excluded, onLeave, changes, conflicts, choices } = props;
  return (
    <SyncStep step={3} title="Push" left={left} nothing={names.length === 0 && 'Nothing to push.'}>
      <SyncNames
        label={`Push to ${instance}`}
        {...{ names, excluded, onLeave }}
        line={(name) => <PushLine {...{ name, changes, conflicts, choices }} />}
      />
      <UnsavedNote />
      {children}
    </SyncStep>
  );
}
