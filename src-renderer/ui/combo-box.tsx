import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Text,
  Virtualizer,
} from 'react-aria-components';
import { classNames } from './class-names';
import fieldStyles from './field.module.css';
import layout from './layout.module.css';
import styles from './list-box.module.css';
import { useUiLabels } from './ui-labels';

interface ComboBoxProps {
  readonly label: string;
  /** The text, which does not have to be one of the options. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly string[];
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
  /** False: the list opens by typing, an arrow key or its button. Absent: also when the field gets the focus. */
  readonly opensOnFocus?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

const ROW_HEIGHT_PX = 28;

/** Free text with suggestions; thousands are fine. */
export function ComboBox(props: ComboBoxProps) {
  const { label, value, onChange, options, placeholder, hint, error, mono, autoFocus = false } = props;
  const { opensOnFocus = !autoFocus, onFocus, onBlur } = props;
  const { nothingMatches } = useUiLabels();
  return (
    <AriaComboBox
      className={classNames(layout.shrinkingStack1)}
      inputValue={value}
      onInputChange={onChange}
      selectedKey={options.includes(value) ? value : null}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      defaultItems={options.map((name) => ({ name }))}
      allowsCustomValue
      {...(onFocus ? { onFocus } : {})}
      {...(onBlur ? { onBlur } : {})}
      // A field that has the focus from the start would open its list over what nobody has read yet.
      menuTrigger={opensOnFocus ? 'focus' : 'input'}
      autoFocus={autoFocus}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <Label className={classNames(fieldStyles.label)}>{label}</Label>
      <div className={`${layout.flex} ${layout.rest} ${styles.combo}`}>
        <Input
          className={classNames(fieldStyles.input, mono && fieldStyles.mono)}
          placeholder={placeholder ?? ''}
          spellCheck={false}
        />
        <Button className={classNames(layout.middle, layout.bare, styles.open)}>
          <ChevronsUpDown aria-hidden />
        </Button>
      </div>
      {hint && (
        <Text slot="description" className={classNames(layout.meta)}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(layout.flex, layout.gapClose, layout.failedMeta)}>{error}</FieldError>
      <Popover className={classNames(styles.popover, styles.narrow)}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT_PX }}>
          <ListBox<{ name: string }>
            className={classNames(styles.list)}
            renderEmptyState={() => (
              <div className={`${layout.padded2} ${layout.muted}`}>{nothingMatches}</div>
            )}
          >
            {({ name }) => (
              <ListBoxItem
                id={name}
                textValue={name}
                className={classNames(styles.item, mono && fieldStyles.mono)}
              >
                {name}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </AriaComboBox>
  );
}
