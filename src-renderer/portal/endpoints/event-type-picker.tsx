import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { type EventTypeGroup, groupEventTypes, groupTitle } from '../../event-types/group-event-types';
import { Checkbox } from '../../ui/checkbox';
import { FailureNotice } from '../../ui/failure-notice';
import { withoutMarks } from '../../ui/inline-markdown';
import { NameLockup } from '../../ui/name-lockup';
import { SearchField } from '../../ui/search-field';
import { Skeleton } from '../../ui/skeleton';
import { filterEventTypes } from '../catalog/filter-event-types';
import { useEventTypes } from '../catalog/use-event-types';
import styles from './portal-endpoints.module.css';

export interface EventTypePickerProps {
  readonly picked: ReadonlySet<string>;
  readonly onChange: (picked: ReadonlySet<string>) => void;
}

/** Event types by group, to tick one by one or a whole group at once. Names outside the catalog stay as they are. */
export function EventTypePicker({ picked, onChange }: EventTypePickerProps) {
  const { data, error, refetch } = useEventTypes();
  const [search, setSearch] = useState('');
  const groups = useMemo(() => groupEventTypes(filterEventTypes(data ?? [], search)), [data, search]);
  const elsewhere = useMemo(() => {
    const known = new Set(data?.map(({ name }) => name));
    return data ? [...picked].filter((name) => !known.has(name)).toSorted() : [];
  }, [data, picked]);
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(picked);
    for (const name of names) {
      if (on) next.add(name);
      else next.delete(name);
    }
    onChange(next);
  };
  if (error) {
    return (
      <FailureNotice title="The events could not be read" cause={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton what="the events" rows={5} />;
  return (
    <fieldset className={styles.picker}>
      <legend className="visually-hidden">Events to receive</legend>
      <div className={styles.pickerHead}>
        <SearchField label="Search events" value={search} onChange={setSearch} />
        <p role="status">{picked.size === 1 ? '1 chosen' : `${picked.size} chosen`}</p>
      </div>
      <div className={styles.pickerBody}>
        {groups.map((group) => (
          <PickerGroup
            key={group.name ?? ''}
            group={group}
            title={groupTitle(group.name, groups.length)}
            picked={picked}
            set={set}
          />
        ))}
        {groups.length === 0 && <p className={styles.lead}>Nothing matches “{search}”.</p>}
        {elsewhere.length > 0 && (
          <div className={styles.pickerGroup}>
            <p className={styles.pickerNote}>Chosen before, and not in your catalog:</p>
            {elsewhere.map((name) => (
              <Checkbox key={name} isSelected onChange={(on) => set([name], on)}>
                <NameLockup name={name} />
              </Checkbox>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  );
}

interface PickerGroupProps {
  readonly group: EventTypeGroup<EventTypeOut>;
  readonly title: string;
  readonly picked: ReadonlySet<string>;
  readonly set: (names: readonly string[], on: boolean) => void;
}

function PickerGroup({ group, title, picked, set }: PickerGroupProps) {
  const names = group.eventTypes.map(({ name }) => name);
  const count = names.filter((name) => picked.has(name)).length;
  return (
    <details className={styles.pickerGroup} open>
      <summary className={styles.pickerSummary}>
        <ChevronRight aria-hidden />
        <span>{title}</span>
        <span className={styles.pickerCount}>
          {count} of {names.length}
        </span>
      </summary>
      {names.length > 1 && (
        <Checkbox
          isSelected={count === names.length}
          isIndeterminate={count > 0 && count < names.length}
          onChange={() => set(names, count < names.length)}
        >
          All {names.length} in {title}
        </Checkbox>
      )}
      <ul className={styles.pickerList}>
        {group.eventTypes.map(({ name, description }) => (
          <li key={name}>
            <Checkbox
              isSelected={picked.has(name)}
              onChange={(on) => set([name], on)}
              hint={withoutMarks(description)}
            >
              <NameLockup name={name} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </details>
  );
}
