import type { ImportRow } from '../../../../src-server/contract/import-plan';
import { SchemaView } from '../../../shared/schema-view/schema-view';
import { ChangeList } from '../../../ui/change-list';
import { classNames } from '../../../ui/class-names';
import { EffectMark } from '../../../ui/effect-mark';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import styles from './import-table.module.css';
import { rowDifference } from './row-difference';

/** What a row changes, in words; for a new event type, all of it. */
export function RowChanges({ row }: { readonly row: ImportRow }) {
  const diff = rowDifference(row);
  if (row.after === null || diff === null) return null;
  if (row.before === null) {
    const { description, featureFlags, groupName, deprecated, schema } = row.after;
    return (
      <div className={layout.shrinkingStack3}>
        <p className={styles.detailDescription}>{description || <em>No description</em>}</p>
        {(featureFlags !== null || groupName !== null || deprecated) && (
          <p className={classNames(layout.rowCentered, styles.suggestions)}>
            {featureFlags?.map((flag) => (
              <FlagChip key={flag} flag={flag} />
            ))}
            {groupName !== null && <span>Group {groupName}</span>}
            {deprecated && <span>Deprecated</span>}
          </p>
        )}
        {schema === null ? (
          <p className={styles.muted}>The document has no JSON Schema for it.</p>
        ) : (
          <SchemaView schema={schema} idPrefix="import-" showOtherKeywords />
        )}
      </div>
    );
  }
  return (
    <div className={layout.shrinkingStack3}>
      <p className={layout.rowCenteredFlat}>
        <EffectMark effect={diff.verdict} />
        {diff.schemaSummary && <code>{diff.schemaSummary}</code>}
        {row.conflicts.length > 0 && (
          <span className={styles.muted}>if every conflict is resolved with the document</span>
        )}
      </p>
      <ChangeList changes={diff.changes} more={diff.more} />
    </div>
  );
}
