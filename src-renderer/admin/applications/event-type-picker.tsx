import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Button as AriaButton,
  Collection,
  type Key,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from 'react-aria-components';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { type EventTypeGroup, groupEventTypes } from '../../event-types/group-event-types';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { classNames } from '../../ui/class-names';
import { FlagChip } from '../../ui/flag-chip';
import { NameLockup } from '../../ui/name-lockup';
import { SearchField } from '../../ui/search-field';
import { filterEventTypes } from '../catalog/filter-event-types';
import { useEventTypes } from '../catalog/use-catalog';
import styles from './event-type-picker.module.css';
import { choose, groupKey, markOf, selectedKeys, wholeGroupsInWords } from './type-choice';

export interface EventTypePickerProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

const ROW_HEIGHT_PX = 30;

/** The catalog as a tree with boxes: a group's box takes or leaves all of its event types of today. */
export function EventTypePicker({ chosen, onChange }: EventTypePickerProps) {
  const types = useEventTypes();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set());
  const groups = useMemo(
    () => groupEventTypes(filterEventTypes(types.data ?? [], search, 'current')),
    [types.data, search],
  );
  const whole = useMemo(
    () => wholeGroupsInWords(groupEventTypes(filterEventTypes(types.data ?? [], '', 'current')), chosen),
    [types.data, chosen],
  );
  const marked = useMemo(() => selectedKeys(groups, chosen), [groups, chosen]);
  const flat = groups.length === 1 && groups[0]?.name === null;
  const onSelectionChange = (keys: 'all' | Set<Key>) => {
    const now = keys === 'all' ? new Set(groups.flatMap(allKeys)) : new Set([...keys].map(String));
    onChange(choose(groups, chosen, now));
  };
  return (
    <div className={styles.picker}>
      <SearchField label="Search event types" value={search} onChange={setSearch} />
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT_PX }}>
        <Tree
          aria-label="Event types to receive"
          className={classNames(styles.tree)}
          items={
            flat
              ? (groups[0]?.eventTypes ?? []).map((type) => ({ id: type.name, type }))
              : groups.map(toGroupRow)
          }
          dependencies={[chosen]}
          selectionMode="multiple"
          selectedKeys={marked}
          onSelectionChange={onSelectionChange}
          expandedKeys={search ? groups.map(({ name }) => groupKey(name)) : open}
          onExpandedChange={setOpen}
          renderEmptyState={() => <p className={styles.empty}>Nothing matches “{search}”.</p>}
        >
          {(row: Row) => renderRow(row, chosen)}
        </Tree>
      </Virtualizer>
      <p className={styles.summary} role="status">
        {chosen.size === 0
          ? 'Nothing chosen yet.'
          : `Receives ${chosen.size} event ${chosen.size === 1 ? 'type' : 'types'}.`}
        {whole && ` ${whole}`}
        {chosen.size > 0 && (
          <Button kind="quiet" size="small" onPress={() => onChange(new Set())}>
            Clear
          </Button>
        )}
      </p>
    </div>
  );
}

type Row =
  | { readonly id: string; readonly type: EventTypeOut; readonly group?: never }
  | { readonly id: string; readonly group: EventTypeGroup<EventTypeOut>; readonly type?: never };

function toGroupRow(group: EventTypeGroup<EventTypeOut>): Row {
  return { id: groupKey(group.name), group };
}

function allKeys(group: EventTypeGroup<EventTypeOut>): string[] {
  return [groupKey(group.name), ...group.eventTypes.map(({ name }) => name)];
}

function renderRow(row: Row, chosen: ReadonlySet<string>) {
  if (row.type) {
    return (
      <TreeItem id={row.id} textValue={row.id} className={classNames(styles.row)}>
        <TreeItemContent>
          <Checkbox slot="selection" />
          <span className={styles.name}>
            <NameLockup name={row.id} />
          </span>
          {row.type.featureFlags?.map((flag) => (
            <FlagChip key={flag} flag={flag} />
          ))}
        </TreeItemContent>
      </TreeItem>
    );
  }
  const { group } = row;
  const word = group.name ?? 'Other';
  const count = group.eventTypes.filter(({ name }) => chosen.has(name)).length;
  return (
    <TreeItem id={row.id} textValue={word} className={classNames(styles.row)}>
      <TreeItemContent>
        <AriaButton slot="chevron" className={classNames(styles.chevron)}>
          <ChevronRight aria-hidden />
        </AriaButton>
        <Checkbox slot="selection" isIndeterminate={markOf(group, chosen) === 'some'} />
        <span className={styles.group}>{word}</span>
        <span className={styles.count}>
          {count > 0 ? `${count} of ${group.eventTypes.length}` : group.eventTypes.length}
        </span>
      </TreeItemContent>
      <Collection items={group.eventTypes.map((type) => ({ id: type.name, type }))} dependencies={[chosen]}>
        {(child: Row) => renderRow(child, chosen)}
      </Collection>
    </TreeItem>
  );
}
