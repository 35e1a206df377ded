import { useState } from 'react';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { ChangeList } from '../../../ui/change-list';
import { CodeBlock } from '../../../ui/code-block';
import { EffectMark } from '../../../ui/effect-mark';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { NameLockup } from '../../../ui/name-lockup';
import { Segmented } from '../../../ui/segmented';
import { toast } from '../../../ui/toast-store';
import { type CopyChange, useDiscard } from '../../data/use-changes';
import { useTo } from '../../platform/instance';
import { differenceOf, verbOf, visibilityOf } from './change-facts';
import styles from './changes.module.css';
import { Receivers } from './receivers';

interface ChangeDetailProps {
  readonly change: CopyChange;
  /** Called after the change was discarded. */
  readonly onGone: () => void;
}

/** One change: its differences in words and as JSON, the affected endpoints, and a button to discard it. */
export function ChangeDetail({ change, onGone }: ChangeDetailProps) {
  const to = useTo();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const discard = useDiscard();
  const { name, base, mine, flagSets } = change;
  const [before, after] = flagSets ? [flagSets.before, flagSets.after] : [base, mine];
  const visibility = visibilityOf(change);
  const diff = differenceOf(change);
  const letGo = () =>
    whenDone(discard.mutateAsync(name), (undo) => {
      onGone();
      toast(`Discarded the change of ${name}`, undo);
    });
  return (
    <article className={`${layout.stack4} ${layout.breakable} ${styles.page}`}>
      <header className={layout.pageHead}>
        <h2 className={layout.rowCentered}>
          {verbOf(change)} <NameLockup name={name} size="title" />
        </h2>
        <div className={layout.row}>
          {mine !== null && <LinkButton to={flagSets ? to('preview') : to('catalog', name)}>Open</LinkButton>}
          <Button isDisabled={discard.isPending} onPress={letGo}>
            Discard
          </Button>
        </div>
      </header>
      {discard.error && <FailureNotice title="Nothing was discarded" cause={discard.error} />}
      {visibility && (
        <p>
          <strong>{visibility.label}</strong>
        </p>
      )}
      {visibility?.isHiding && <Receivers name={name} />}
      <div>
        <Segmented
          label="Show"
          value={view}
          onChange={setView}
          options={[
            { value: 'fields', label: 'Fields' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      {view === 'fields' && (
        <section className={layout.stack2} aria-label="Differences">
          <p className={layout.rowCentered}>
            <EffectMark effect={diff.verdict} />
            {diff.schemaSummary && <code>{diff.schemaSummary}</code>}
          </p>
          <ChangeList changes={diff.changes} more={diff.more} />
          {diff.changes.length === 0 && verbOf(change) === 'Changed' && (
            <p className={layout.muted}>Only the order of keys or the formatting differs.</p>
          )}
        </section>
      )}
      {view === 'json' && (
        <div className={styles.texts}>
          {before && <CodeBlock label="Before" text={stringifyOrdered(before, 2)} maxHeight="60vh" />}
          {after && <CodeBlock label="After" text={stringifyOrdered(after, 2)} maxHeight="60vh" />}
        </div>
      )}
    </article>
  );
}
