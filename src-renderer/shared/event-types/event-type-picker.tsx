import { useMemo, useState } from 'react';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { SearchField } from '../../ui/search-field';
import { Switch } from '../../ui/switch';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './event-type-picker.module.css';
import { EventTypeTree } from './event-type-tree';
import { filterEventTypes } from './filter-event-types';
import { groupEventTypes } from './group-event-types';
import { NamesElsewhere } from './names-elsewhere';
import { PICKER_LABELS, type PickerLabels } from './picker-labels';
import {
  allNames,
  choose,
  chooseLater,
  isEmptyChoice,
  namesElsewhere,
  type TypeChoice,
  wholeGroups,
} from './type-choice';

interface EventTypePickerProps {
  /** The catalog as the reader sees it. */
  /** Undefined: not read. */
  readonly types: readonly ListedEventType[] | undefined;
  readonly choice: TypeChoice;
  readonly onChange: (choice: TypeChoice) => void;
  /** Chosen types that are not in the catalog, and are only counted: those that the reader has not typed. */
  readonly unnamed?: ReadonlySet<string>;
  readonly labels?: PickerLabels;
  /** True: single types alone; those added to a group later are never chosen. */
  readonly isOfNames?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The catalog as a tree with boxes. A group's box selects the whole group, and a switch says whether types added to it
 * later are included; names that are not visible can be typed.
 */
export function EventTypePicker({
  types,
  choice,
  onChange,
  unnamed = NONE,
  labels = PICKER_LABELS,
  isOfNames = false,
}: EventTypePickerProps) {
  const { locale } = useUiLabels();
  const [search, setSearch] = useState('');
  const all = useMemo(() => groupEventTypes(types ?? []), [types]);
  const inSight = useMemo(() => groupEventTypes(filterEventTypes(types ?? [], search)), [types, search]);
  const names = useMemo(() => allNames(choice, all), [choice, all]);
  const groups = isOfNames ? [] : wholeGroups(all, choice);
  const elsewhere = namesElsewhere(all, choice);
  const later = groups.filter((group) => group.later).map(({ name }) => name);
  return (
    <div className={layout.stack2}>
      <SearchField label={labels.search} value={search} onChange={setSearch} />
      <EventTypeTree
        groups={inSight}
        chosen={names}
        search={search}
        onMarked={(marked) => onChange(choose(inSight, all, choice, marked))}
        labels={labels}
      />
      <p className={`${layout.target} ${layout.meta} ${styles.summary}`} role="status">
        {isEmptyChoice(choice)
          ? labels.nothing
          : types &&
            labels.receives({
              count: names.size - elsewhere.length,
              later: later.length,
              groups: new Intl.ListFormat(locale).format(later),
            })}
        {!isEmptyChoice(choice) && (
          <Button kind="quiet" size="small" onPress={() => onChange({ names: new Set(), groups: new Set() })}>
            {labels.clear}
          </Button>
        )}
      </p>
      {groups.length > 0 && (
        <fieldset className={`${layout.gridStack2} ${layout.framed} ${styles.whole}`}>
          <legend className="visually-hidden">{labels.wholeGroups}</legend>
          {groups.map((group) => (
            <Switch
              key={group.name}
              isSelected={group.later}
              onChange={(on) => onChange(chooseLater(choice, all, group.name, on))}
              hint={
                group.later ? labels.later({ count: group.count }) : labels.notLater({ count: group.count })
              }
            >
              {labels.wholeGroup({ group: group.name })}
            </Switch>
          ))}
        </fieldset>
      )}
      <NamesElsewhere
        chosen={choice.names}
        elsewhere={elsewhere}
        unnamed={unnamed}
        onChange={(next) => onChange({ ...choice, names: next })}
        labels={labels}
      />
    </div>
  );
}
