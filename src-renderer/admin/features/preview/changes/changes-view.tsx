import { ArrowLeftRight, Minus, Plus, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../../../src-server/contract/application';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { useEndpoints } from '../../../../shared/endpoint/use-endpoints';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { EmptyState } from '../../../../ui/empty-state';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Segmented } from '../../../../ui/segmented';
import { useInstance, useTo } from '../../../platform/instance';
import { BarSelect } from '../bar-select';
import { plainSource } from '../draft/frame-source';
import { type Snapshot, snapshotText } from '../snapshots';
import { ChangedTypes } from './changed-types';
import styles from './changes-view.module.css';
import { compareSets, comparisonLabel } from './compare-sets';
import { sideEffects } from './side-effects';
import { SnapshotChanges } from './snapshot-changes';

interface ChangesViewProps {
  /** Those of the draft if it is shown, otherwise those of the instance. */
  readonly types: readonly ListedEventType[];
  /** Null: there is no draft. `sentences` describe its effect on the sets shown. */
  readonly draft: { readonly isShown: boolean; readonly sentences: readonly string[] } | null;
  readonly sets: readonly FlagSet[];
  readonly base: FlagSet | undefined;
  readonly compare: FlagSet | undefined;
  /** The named time that is compared with, in place of `base`; null: two sets are compared. */
  readonly snapshot: Snapshot | null;
  readonly snapshots: readonly Snapshot[];
  readonly application: ApplicationOut | undefined;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The difference between two sets, or between a named time and now, in words. */
export function ChangesView(props: ChangesViewProps) {
  const { types, sets, base, compare, snapshot, snapshots, onChange } = props;
  const set = compare ?? base;
  if (snapshot === null || !set) return <SetChanges {...props} />;
  return (
    <div className={`${layout.shrinkingStack5} ${layout.restDown} ${styles.view}`} data-pane="">
      <div className={layout.rowCentered}>
        <BarSelect
          label="From"
          value={snapshotText(snapshot)}
          options={fromOptions(sets, snapshots)}
          onChange={(from) => onChange({ base: from, with: set.id })}
        />
        <BarSelect
          label="To"
          value={set.id}
          options={fromOptions(sets, [])}
          onChange={(id) => onChange({ with: id })}
        />
      </div>
      <SnapshotChanges types={types} snapshot={snapshot} set={set} />
    </div>
  );
}

/** The sets, then the named times. */
function fromOptions(sets: readonly FlagSet[], snapshots: readonly Snapshot[]) {
  return [
    ...sets.map((set) => ({ value: set.id, label: `${set.letter} ${set.name}` })),
    ...snapshots.map((snapshot) => ({
      value: snapshotText(snapshot),
      label: snapshot.name,
      detail: 'snapshot',
    })),
  ];
}

/** The difference between two sets in words, and what flags do not do. */
function SetChanges(props: ChangesViewProps) {
  const { types, draft, sets, base, compare, snapshots, application, onChange } = props;
  const endpoints = useEndpoints(application?.id ?? '');
  const to = useTo();
  const { isCopy } = useInstance();
  const plain = plainSource(isCopy);
  if (!base || !compare) {
    return (
      <EmptyState title="Comparison needs two sets">
        <p>Add a second set, such as one with a flag, to see the differences.</p>
      </EmptyState>
    );
  }
  const result = compareSets(types, base, compare);
  const effects = [base, compare].flatMap((set) =>
    sideEffects(types, set, endpoints.data ?? [], application?.name ?? ''),
  );
  return (
    <div className={`${layout.shrinkingStack5} ${layout.restDown} ${styles.view}`} data-pane="">
      <div className={layout.rowCentered}>
        <BarSelect
          label="From"
          value={base.id}
          options={fromOptions(sets, snapshots)}
          onChange={(id) => onChange({ base: id, with: compare.id })}
        />
        <Button
          kind="quiet"
          icon={<ArrowLeftRight aria-hidden />}
          aria-label="Swap sets"
          onPress={() => onChange({ base: compare.id, with: base.id })}
        />
        <BarSelect
          label="To"
          value={compare.id}
          options={fromOptions(sets, [])}
          onChange={(id) => onChange({ base: base.id, with: id })}
        />
      </div>
      {draft && (
        <section
          className={`${layout.rowCenteredWide} ${layout.rounded} ${styles.draft}`}
          aria-label={`Draft and ${plain.toLowerCase()}`}
        >
          <Segmented
            label="Source"
            value={draft.isShown ? 'draft' : 'instance'}
            onChange={(next) => onChange({ source: next === 'draft' ? '' : next })}
            options={[
              { value: 'instance', label: plain },
              { value: 'draft', label: 'Draft' },
            ]}
          />
          <p>
            <strong>Draft compared with the {isCopy ? 'working copy' : 'stored catalog'}.</strong>{' '}
            {draft.sentences.join(' ')}
          </p>
        </section>
      )}
      <p className={styles.sentence} role="status">
        {comparisonLabel(result, base, compare)} <span>Both see {result.same} others.</span>
      </p>
      <ChangedTypes
        title={`Only ${compare.letter} ${compare.name} sees`}
        glyph={<Plus aria-hidden />}
        types={result.more}
        to={(name) => to('catalog', name)}
      />
      <ChangedTypes
        title={`Only ${base.letter} ${base.name} sees`}
        glyph={<Minus aria-hidden />}
        types={result.less}
        to={(name) => to('catalog', name)}
      />
      {application && (
        <section className={layout.stack2} aria-labelledby="side-effects">
          <h2 id="side-effects">Flags do not stop delivery</h2>
          <p className={layout.muted}>
            A flag hides an event type, but its messages are still delivered. Checked for {application.name}.
          </p>
          {endpoints.error && (
            <FailureNotice
              title="The endpoints could not be loaded"
              cause={endpoints.error}
              onRetry={() => void endpoints.refetch()}
            />
          )}
          {endpoints.data && effects.length === 0 && (
            <p>No event type hidden from these sets reaches an endpoint of {application.name}.</p>
          )}
          <ul className={classNames(layout.stack3, styles.effects)}>
            {effects.map(({ label, endpoints: those, types: hidden }) => (
              <li key={label}>
                <TriangleAlert aria-hidden />
                <div>
                  <p>{label}</p>
                  <p className={`${layout.wrap} ${layout.breakable} ${styles.detail}`}>
                    {those.slice(0, 5).map(({ id, url }) => (
                      <Link key={id} to={to('apps', application.id, 'endpoints', id)}>
                        {url}
                      </Link>
                    ))}
                    {those.length > 5 && <span>and {those.length - 5} more</span>}
                  </p>
                  <p className={`${layout.wrap} ${layout.breakable} ${styles.detail}`}>
                    {hidden.slice(0, 8).map(({ name }) => (
                      <NameLockup key={name} name={name} />
                    ))}
                    {hidden.length > 8 && <span>and {hidden.length - 8} more</span>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
