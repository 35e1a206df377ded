import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { classNames } from './class-names';
import layout from './layout.module.css';
import { type Need, useNeeds } from './needs/needs';
import styles from './segmented.module.css';

interface SegmentedProps<T extends string> {
  readonly label: string;
  /** Null: none is on yet. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly name?: string }[];
  /** What a choice calls: where the token may not, it is disabled and says why. */
  readonly needs?: Need | undefined;
}

/** A few views or versions of the same thing; one is on, once there is one. `name` is needed if `label` is an icon. */
export function Segmented<T extends string>({ label, value, onChange, options, needs }: SegmentedProps<T>) {
  const choose = (keys: Iterable<unknown>) => {
    const [key] = keys;
    const option = options.find((candidate) => candidate.value === key);
    if (option) onChange(option.value);
  };
  return (
    <ToggleButtonGroup
      {...useNeeds<HTMLDivElement>(needs)}
      aria-label={label}
      className={classNames(layout.framed, layout.sunken, styles.group)}
      selectionMode="single"
      disallowEmptySelection={value !== null}
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={choose}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={classNames(layout.inlineLine, layout.bare, styles.segment)}
          {...(option.name ? { 'aria-label': option.name } : {})}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
