import { GitCompare, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EventTypeVersionOut } from '../../../../../src-server/contract/event-type-history';
import { EVENT_TYPE_VERSIONS_KEPT } from '../../../../../src-server/contract/limits';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import { EffectMark } from '../../../../ui/effect-mark';
import layout from '../../../../ui/layout.module.css';
import { Time } from '../../../../ui/time';
import { Unread } from '../../../../ui/unread';
import { OnlyThere } from '../../../parts/only-there';
import { useInstance } from '../../../platform/instance';
import { useSetAddressValues } from '../../../platform/use-address-value';
import styles from './event-type-detail.module.css';
import { RestoreVersion } from './restore-version';
import { useHistory } from './use-history';
import { VersionComparison } from './version-comparison';
import { actLabel } from './version-label';

/** Changes that a row shows before it is expanded by a comparison. */
const CHANGES_SHOWN = 4;

/** The earlier versions of an event type: who changed what, a comparison of any two, and a way to restore one. */
export function EventTypeHistory({ name }: { readonly name: string }) {
  const { isCopy } = useInstance();
  const history = useHistory(name);
  const [restoring, setRestoring] = useState<number | null>(null);
  const [address] = useSearchParams();
  const setAddress = useSetAddressValues();
  if (isCopy && history.error) return <OnlyThere what="History" cause={history.error} />;
  if (!history.data) return <Unread what="the history" query={history} />;
  const versions = history.data.pages.flatMap(({ data }) => data);
  const [newest] = versions;
  if (!newest) return null;
  const [from, to] = [versionIn(address.get('from')), versionIn(address.get('to'))];
  const compare = (next: { from: number; to: number; view?: 'fields' | 'json' }) =>
    setAddress({ from: `${next.from}`, to: `${next.to}`, as: next.view === 'json' ? 'json' : '' });
  return (
    <section className={layout.stack4} aria-label="History">
      {from !== null && to !== null && (
        <VersionComparison
          name={name}
          versions={versions}
          from={from}
          to={to}
          view={address.get('as') === 'json' ? 'json' : 'fields'}
          onChange={compare}
          onClose={() => setAddress({ from: '', to: '', as: '' })}
        />
      )}
      <ol aria-label="Versions, newest first">
        {versions.map((row) => (
          <Version
            key={row.version}
            row={row}
            isNewest={row === newest}
            isDeleted={newest.act === 'delete'}
            onCompare={() =>
              compare(
                row === newest
                  ? { from: Math.max(1, row.version - 1), to: row.version }
                  : { from: row.version, to: newest.version },
              )
            }
            onRestore={() => setRestoring(row.version)}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <div>
          <Button isDisabled={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
            Show older versions
          </Button>
        </div>
      )}
      {!history.hasNextPage && newest.version >= EVENT_TYPE_VERSIONS_KEPT && (
        <p className={layout.metaInline}>Only the newest {EVENT_TYPE_VERSIONS_KEPT} versions are kept.</p>
      )}
      {restoring !== null && (
        <RestoreVersion name={name} version={restoring} newest={newest} onClose={() => setRestoring(null)} />
      )}
    </section>
  );
}

interface VersionProps {
  readonly row: EventTypeVersionOut;
  readonly isNewest: boolean;
  /** True: the event type does not exist now, and even its newest version can be restored. */
  readonly isDeleted: boolean;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
}

function Version({ row, isNewest, isDeleted, onCompare, onRestore }: VersionProps) {
  const shown = row.changes.slice(0, CHANGES_SHOWN);
  return (
    <li className={`${layout.stack2} ${layout.underlined} ${styles.version}`}>
      <div className={`${layout.rowCenteredFlat} ${layout.high28}`}>
        <span className={styles.number}>
          <span className="visually-hidden">Version </span>
          {row.version}
        </span>
        <span className={`${layout.rowCenteredFlat} ${layout.label} ${styles.act}`}>
          {actLabel(row)}
          {row.changes.length + row.more > 1 && <EffectMark effect={row.verdict} />}
          {row.schemaSummary && <code className={layout.muted}>{row.schemaSummary}</code>}
          {row.announced === false && <span className={layout.metaInline}>not announced</span>}
          {isNewest && <span className={layout.metaInline}>{isDeleted ? 'deleted' : 'current'}</span>}
        </span>
        <span className={layout.muted}>
          {row.author ?? 'someone'}, <Time at={row.createdAt} />
        </span>
        <span className={styles.actions}>
          {(!isNewest || row.version > 1) && (
            <Button
              size="small"
              kind="quiet"
              icon={<GitCompare aria-hidden />}
              aria-label={
                isNewest
                  ? `Compare version ${row.version} with the previous one`
                  : `Compare version ${row.version} with the current one`
              }
              onPress={onCompare}
            >
              Compare
            </Button>
          )}
          {(!isNewest || isDeleted) && (
            <Button
              size="small"
              kind="quiet"
              icon={<RotateCcw aria-hidden />}
              aria-label={`Restore version ${row.version}`}
              needs="POST /event-type/{name}/history/{version}/restore"
              onPress={onRestore}
            >
              Restore
            </Button>
          )}
        </span>
      </div>
      {shown.length > 0 && (
        <div className={styles.changes}>
          <ChangeList changes={shown} more={row.changes.length + row.more - shown.length} />
        </div>
      )}
    </li>
  );
}

function versionIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
