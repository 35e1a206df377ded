import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './checkbox.module.css';
import { classNames } from './class-names';
import layout from './layout.module.css';

interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** The consequence, in one sentence. */
  readonly hint?: ReactNode;
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly ChoiceOption<T>[];
}

/** A choice among a few visible options, each with its consequence. */
export function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <RadioGroup value={value} onChange={choose} className={classNames(layout.stackClose)}>
      <Label className={classNames(layout.label)}>{label}</Label>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className={classNames(layout.pair, layout.top, styles.option)}
        >
          <span className={styles.dot} aria-hidden />
          <span className={layout.column}>
            <span>{option.label}</span>
            {option.hint && <span className={layout.meta}>{option.hint}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
