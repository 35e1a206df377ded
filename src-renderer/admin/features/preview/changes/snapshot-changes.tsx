import { Minus, Pencil, Plus } from 'lucide-react';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import layout from '../../../../ui/layout.module.css';
import { Unread } from '../../../../ui/unread';
import { useEventTypesAt } from '../../../data/use-catalog';
import { useTo } from '../../../platform/instance';
import type { Snapshot } from '../snapshots';
import { ChangedTypes } from './changed-types';
import styles from './changes-view.module.css';
import { compareTimes } from './compare-sets';

interface SnapshotChangesProps {
  readonly types: readonly ListedEventType[];
  readonly snapshot: Snapshot;
  readonly set: FlagSet;
}

/** What a set sees now compared with what it saw at a named time. */
export function SnapshotChanges({ types, snapshot, set }: SnapshotChangesProps) {
  const then = useEventTypesAt(snapshot.at);
  const to = useTo();
  const link = (name: string) => to('catalog', name);
  if (!then.data) return <Unread what={snapshot.name} query={then} />;
  const { more, less, changed, same } = compareTimes(then.data, types, set);
  const who = `${set.letter} ${set.name}`;
  return (
    <>
      <p className={styles.sentence} role="status">
        Since {snapshot.name}, {who} sees {more.length} more and {less.length} fewer, and {changed.length}{' '}
        changed. <span className={layout.muted}>{same} are the same.</span>
      </p>
      <ChangedTypes title={`${who} sees only now`} glyph={<Plus aria-hidden />} types={more} to={link} />
      <ChangedTypes
        title={`${who} saw only at ${snapshot.name}`}
        glyph={<Minus aria-hidden />}
        types={less}
        to={link}
      />
      <ChangedTypes
        title={`Changed since ${snapshot.name}`}
        glyph={<Pencil aria-hidden />}
        types={changed}
        to={link}
      />
    </>
  );
}
