import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { classNames } from './class-names';
import fieldStyles from './field.module.css';
import layout from './layout.module.css';
import styles from './list-box.module.css';
import { useUiLabels } from './ui-labels';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Shown dim at the right. */
  readonly detail?: string;
}

interface SelectProps {
  readonly label: string;
  /** The chosen value; null while nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

/** A choice from a short list. For a long list use ComboBox, which can be typed into. */
export function Select({
  label,
  value,
  onChange,
  options,
  placeholder,
  hint,
  error,
  isDisabled,
  autoFocus = false,
}: SelectProps) {
  const labels = useUiLabels();
  return (
    <AriaSelect
      className={classNames(layout.shrinkingStack1)}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      placeholder={placeholder ?? labels.choose}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      autoFocus={autoFocus}
    >
      <Label className={classNames(fieldStyles.label)}>{label}</Label>
      <Button className={classNames(layout.line2, layout.control, styles.trigger)}>
        <SelectValue className={classNames(layout.cut, styles.value)} />
        <ChevronsUpDown aria-hidden />
      </Button>
      {hint && (
        <Text slot="description" className={classNames(layout.meta)}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(layout.flex, layout.gapClose, layout.failedMeta)}>{error}</FieldError>
      <Popover className={classNames(styles.popover)}>
        <ListBox items={options} className={classNames(styles.list)}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={classNames(styles.item)}>
              <Text slot="label">{option.label}</Text>
              {option.detail && (
                <Text slot="description" className={classNames(styles.detail)}>
                  {option.detail}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
