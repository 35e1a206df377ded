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
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { Checkbox } from '../../ui/checkbox';
import { classNames } from '../../ui/class-names';
import { FlagChip } from '../../ui/flag-chip';
import { withoutMarks } from '../../ui/inline-markdown';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { useUiLabels } from '../../ui/ui-labels';
import { deprecationLabel } from './deprecation-label';
import styles from './event-type-picker.module.css';
import type { EventTypeGroup } from './group-event-types';
import type { PickerLabels } from './picker-labels';
import { groupKey, markOf, selectedKeys } from './type-choice';

interface EventTypeTreeProps {
  /** What is visible, by group. */
  readonly groups: readonly EventTypeGroup<ListedEventType>[];
  readonly chosen: ReadonlySet<string>;
  /** During a search, all groups are open. */
  readonly search: string;
  /** Gets the keys of all rows that are checked after a press. */
  readonly onMarked: (keys: ReadonlySet<string>) => void;
  readonly labels: PickerLabels;
}

const ROW_HEIGHT_PX = 30;
const ROWS_LEAST = 4;
const ROWS_MOST = 12;
/** Up to this many groups are open at first. */
const OPEN_GROUPS = 3;

/** Event types under their groups, each row with a box. */
export function EventTypeTree({ groups, chosen, search, onMarked, labels }: EventTypeTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<Key>>(
    () => new Set(groups.length <= OPEN_GROUPS ? groups.map(({ name }) => groupKey(name)) : []),
  );
  const marked = useMemo(() => selectedKeys(groups, chosen), [groups, chosen]);
  const flat = groups.length === 1 && groups[0]?.name === null;
  const expanded = search ? new Set<Key>(groups.map(({ name }) => groupKey(name))) : open;
  const onSelectionChange = (keys: 'all' | Set<Key>) =>
    onMarked(keys === 'all' ? new Set(groups.flatMap(allKeys)) : new Set([...keys].map(String)));
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT_PX }}>
      <Tree
        aria-label={labels.tree}
        className={classNames(layout.framed, layout.ringless, styles.tree)}
        style={{ height: heightOf(groups, flat, expanded) }}
        items={
          flat
            ? (groups[0]?.eventTypes ?? []).map((type) => ({ id: type.name, type }))
            : groups.map((group) => ({ id: groupKey(group.name), group }))
        }
        dependencies={[chosen]}
        selectionMode="multiple"
        selectedKeys={marked}
        onSelectionChange={onSelectionChange}
        expandedKeys={expanded}
        onExpandedChange={setOpen}
        renderEmptyState={() => (
          <p className={`${layout.padded3} ${layout.muted}`}>{labels.noMatch({ search })}</p>
        )}
      >
        {(row: Row) =>
          row.type ? <TypeRow type={row.type} labels={labels} /> : groupRow(row.group, chosen, labels)
        }
      </Tree>
    </Virtualizer>
  );
}

/** As high as its rows, up to a limit: a list that scrolls always shows that it does. */
function heightOf(groups: EventTypeTreeProps['groups'], flat: boolean, expanded: ReadonlySet<Key>): string {
  const heads = flat ? 0 : groups.length;
  const open = groups.filter(({ name }) => flat || expanded.has(groupKey(name)));
  const rows = heads + open.reduce((sum, { eventTypes }) => sum + eventTypes.length, 0);
  const shown = Math.max(ROWS_LEAST, rows > ROWS_MOST ? ROWS_MOST + 0.5 : rows);
  return `${shown * ROW_HEIGHT_PX + 2}px`;
}

type Row =
  | { readonly id: string; readonly type: ListedEventType; readonly group?: never }
  | { readonly id: string; readonly group: EventTypeGroup<ListedEventType>; readonly type?: never };

function allKeys(group: EventTypeGroup<ListedEventType>): string[] {
  return [groupKey(group.name), ...group.eventTypes.map(({ name }) => name)];
}

interface TypeRowProps {
  readonly type: ListedEventType;
  readonly labels: PickerLabels;
}

function TypeRow({ type, labels }: TypeRowProps) {
  const { locale } = useUiLabels();
  const text = withoutMarks(type.description);
  return (
    <TreeItem
      id={type.name}
      textValue={type.name}
      className={classNames(layout.line2, layout.hovered, styles.row)}
      data-event-type={type.name}
    >
      <TreeItemContent>
        <Checkbox slot="selection" />
        <span className={`${layout.rest} ${layout.cut} ${layout.unbroken}`} title={text || type.name}>
          <NameLockup name={type.name} />
          {type.deprecated && (
            <span className={layout.waitingMeta}> {deprecationLabel(type, labels, locale)}</span>
          )}
          {text && <span className={styles.text}>{text}</span>}
        </span>
        {type.featureFlags?.map((flag) => (
          <FlagChip key={flag} flag={flag} />
        ))}
      </TreeItemContent>
    </TreeItem>
  );
}

function groupRow(group: EventTypeGroup<ListedEventType>, chosen: ReadonlySet<string>, labels: PickerLabels) {
  const word = group.name ?? labels.other;
  const count = group.eventTypes.filter(({ name }) => chosen.has(name)).length;
  return (
    <TreeItem
      id={groupKey(group.name)}
      textValue={word}
      className={classNames(layout.line2, layout.hovered, styles.row)}
    >
      <TreeItemContent>
        <AriaButton
          slot="chevron"
          className={classNames(layout.middle, layout.bare, layout.turning, styles.chevron)}
        >
          <ChevronRight aria-hidden />
        </AriaButton>
        <Checkbox slot="selection" isIndeterminate={markOf(group, chosen) === 'some'} />
        <span className={`${layout.rest} ${layout.cut} ${styles.group}`}>{word}</span>
        <span className={layout.metaNumbers}>
          {count > 0 ? labels.some({ count, total: group.eventTypes.length }) : group.eventTypes.length}
        </span>
      </TreeItemContent>
      <Collection items={group.eventTypes.map((type) => ({ id: type.name, type }))} dependencies={[chosen]}>
        {({ type }) => <TypeRow type={type} labels={labels} />}
      </Collection>
    </TreeItem>
  );
}
