import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { useUiLabels } from '../../ui/ui-labels';
import { SaveConflict } from './save-conflict';
import styles from './save-failure.module.css';
import type { Saving } from './use-save-changes';

interface SaveFailureProps {
  /** What could not be done: "Nothing was changed". */
  readonly title: string;
  readonly saving: Saving;
}

/** Why a form was not saved. Of a field that somebody else changed too, it shows both values and asks which one counts. */
export function SaveFailure({ title, saving }: SaveFailureProps) {
  const { error, sides, choose } = saving;
  const labels = useUiLabels().conflict;
  const place = useRef<HTMLDivElement>(null);
  // A long form ends below what is in sight, and this is a response to a press.
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!(error instanceof SaveConflict))
    return (
      error && (
        <div ref={place}>
          <FailureNotice title={title} cause={error} />
        </div>
      )
    );
  return (
    <div ref={place}>
      <Notice tone="warning" title={labels.title}>
        <p>{labels.text}</p>
        {error.conflicts.map(({ name, label, mine, theirs }) => (
          <fieldset
            key={name}
            aria-label={label}
            className={classNames(layout.shrinking, layout.mutedTerms, styles.field)}
          >
            <dl>
              <dt>{labels.mine({ field: label })}</dt>
              <dd>{mine}</dd>
              <dt>{labels.theirs({ field: label })}</dt>
              <dd>{theirs}</dd>
            </dl>
            <Segmented
              label={labels.which({ field: label })}
              value={sides[name] ?? ''}
              onChange={(side) => choose(name, side === 'mine' ? 'mine' : 'theirs')}
              options={[
                { value: 'mine', label: labels.keepMine },
                { value: 'theirs', label: labels.keepTheirs },
              ]}
            />
          </fieldset>
        ))}
      </Notice>
    </div>
  );
}
