import { ChevronDown } from 'lucide-react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import type { SelectOption } from '../../../ui/select';
import styles from './preview-bar.module.css';

interface BarSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

/** A choice in a bar: its name and its value in one line. */
export function BarSelect({ label, value, options, onChange }: BarSelectProps) {
  return (
    <Select
      aria-label={label}
      className={classNames(styles.select)}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Button className={classNames(layout.inlineLineClose, layout.hovered, styles.trigger)}>
        <span className={`${layout.muted} ${styles.label}`}>{label}</span>
        <SelectValue className={classNames(layout.shrinking, layout.label, layout.ellipsis)} />
        <ChevronDown aria-hidden />
      </Button>
      <Popover className={classNames(listStyles.popover)}>
        <ListBox items={options} className={classNames(listStyles.list)}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={classNames(listStyles.item)}>
              <Text slot="label">{option.label}</Text>
              {option.detail && (
                <Text slot="description" className={classNames(listStyles.detail)}>
                  {option.detail}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
