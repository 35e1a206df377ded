import { X } from 'lucide-react';
import type {
  EventTypeVersionContentOut,
  EventTypeVersionOut,
} from '../../../../../src-server/contract/event-type-history';
import { eventTypeDiff } from '../../../../../src-server/json-schema/event-type-changes';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import { classNames } from '../../../../ui/class-names';
import { CodeBlock } from '../../../../ui/code-block';
import { EffectMark } from '../../../../ui/effect-mark';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Segmented } from '../../../../ui/segmented';
import { Select } from '../../../../ui/select';
import { Skeleton } from '../../../../ui/skeleton';
import { relativeTime } from '../../../../ui/time';
import styles from './event-type-detail.module.css';
import { useVersion } from './use-history';

interface VersionComparisonProps {
  readonly name: string;
  /** Versions to choose from, newest first. */
  readonly versions: readonly EventTypeVersionOut[];
  readonly from: number;
  readonly to: number;
  readonly view: 'fields' | 'json';
  readonly onChange: (next: { from: number; to: number; view: 'fields' | 'json' }) => void;
  readonly onClose: () => void;
}

/** A comparison of any two versions of an event type: in words, or as JSON. */
export function VersionComparison(props: VersionComparisonProps) {
  const { name, versions, from, to, view, onChange, onClose } = props;
  const before = useVersion(name, from);
  const after = useVersion(name, to);
  const failed = before.error ?? after.error;
  // A version in the address that is not among the loaded ones can be chosen too.
  const numbers = [...new Set([...versions.map(({ version }) => version), from, to])].sort((a, b) => b - a);
  const options = numbers.map((version) => {
    const row = versions.find((each) => each.version === version);
    const at = row && relativeTime(Math.min(Date.parse(row.createdAt), Date.now()), Date.now());
    return { value: String(version), label: `Version ${version}`, ...(at ? { detail: at } : {}) };
  });
  return (
    <section className={`${layout.stack3} ${layout.framed} ${styles.comparison}`} aria-label="Comparison">
      <div className={classNames(layout.rowEndWide, styles.head)}>
        <Select
          label="From"
          value={String(from)}
          options={options}
          onChange={(value) => onChange({ from: Number(value), to, view })}
        />
        <Select
          label="To"
          value={String(to)}
          options={options}
          onChange={(value) => onChange({ from, to: Number(value), view })}
        />
        <Segmented
          label="Show"
          value={view}
          onChange={(next) => onChange({ from, to, view: next })}
          options={[
            { value: 'fields', label: 'Fields' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <span className={styles.close}>
          <Button
            kind="quiet"
            size="small"
            icon={<X aria-hidden />}
            aria-label="Close the comparison"
            onPress={onClose}
          />
        </span>
      </div>
      {failed && <FailureNotice title="The versions could not be loaded" cause={failed} />}
      {!failed && !(before.data && after.data) && <Skeleton what="the versions" rows={3} />}
      {before.data &&
        after.data &&
        (view === 'json' ? (
          <Texts before={before.data} after={after.data} />
        ) : (
          <TextComparison before={before.data} after={after.data} />
        ))}
    </section>
  );
}

interface PairProps {
  readonly before: EventTypeVersionContentOut;
  readonly after: EventTypeVersionContentOut;
}

function TextComparison({ before, after }: PairProps) {
  const diff = eventTypeDiff(before.content, after.content);
  if (diff.changes.length === 0) {
    return (
      <p className={layout.muted}>
        Versions {before.version} and {after.version} are identical.
      </p>
    );
  }
  return (
    <>
      <p className={`${layout.rowCentered} ${layout.muted}`}>
        From version {before.version} to version {after.version} <EffectMark effect={diff.verdict} />
        {diff.schemaSummary && <code>{diff.schemaSummary}</code>}
      </p>
      <ChangeList changes={diff.changes} more={diff.more} />
      <p className={layout.meta}>
        Breaking: receivers usually fail. Unclear: depends on the receiver. Compatible: receivers need no
        change.
      </p>
    </>
  );
}

function Texts({ before, after }: PairProps) {
  return (
    <div className={styles.texts}>
      {[before, after].map(({ version, content }, index) => (
        <CodeBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: two places, which may show the same version
          key={index}
          label={`Version ${version}`}
          text={stringifyOrdered(content, 2)}
          maxHeight="60vh"
        />
      ))}
    </div>
  );
}
