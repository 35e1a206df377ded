import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  Autocomplete,
  Dialog,
  DialogTrigger,
  type Key,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Text,
  useFilter,
  Virtualizer,
} from 'react-aria-components';
import { classNames } from './class-names';
import styles from './filter-chip.module.css';
import layout from './layout.module.css';
import listStyles from './list-box.module.css';
import { SearchField } from './search-field';
import type { SelectOption } from './select';
import { useUiLabels } from './ui-labels';
import { withinSentence } from './within-sentence';

interface FilterChipProps {
  /** What the filter restricts: "Endpoint". */
  readonly label: string;
  /** Empty text: not filtered. */
  readonly value: string;
  /** The value in words; absent: the label of the option. */
  readonly valueLabel?: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** Takes the focus, above the list. It may close the layer. */
  readonly head?: (close: () => void) => ReactNode;
  /** Additional content below the list. It may close the layer. */
  readonly children?: (close: () => void) => ReactNode;
}

const ROW_HEIGHT_PX = 28;
/** A list longer than this can be searched. */
const SHORT = 6;

/** One filter of a list: its name while it is off, its value and a way to clear it while it is on. */
export function FilterChip({ label, value, valueLabel, onChange, options, children, head }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  const labels = useUiLabels();
  const shown = valueLabel ?? options.find((option) => option.value === value)?.label ?? value;
  const within = withinSentence(label, labels.locale);
  const close = () => setOpen(false);
  const choose = (keys: 'all' | Set<Key>) => {
    const [key] = keys === 'all' ? [] : keys;
    if (key !== undefined) onChange(String(key));
    close();
  };
  const searched = options.length > SHORT;
  const list = (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT_PX }}>
      <ListBox
        aria-label={label}
        items={options}
        {...(searched || head ? {} : { autoFocus: true })}
        className={classNames(listStyles.list, styles.list)}
        selectionMode="single"
        selectedKeys={value ? [value] : []}
        onSelectionChange={choose}
        renderEmptyState={() => (
          <div className={`${layout.padded2} ${layout.muted}`}>{labels.nothingMatches}</div>
        )}
      >
        {(option) => (
          <ListBoxItem id={option.value} textValue={option.label} className={classNames(listStyles.item)}>
            <Text slot="label" className={classNames(layout.cut)}>
              {option.label}
            </Text>
            {option.detail && (
              <Text slot="description" className={classNames(listStyles.detail)}>
                {option.detail}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
  return (
    <span className={classNames(styles.chip, value && styles.on)}>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className={classNames(layout.inlineLineClose, layout.bare, styles.open)}>
          <span className={`${layout.muted} ${layout.cut} ${styles.label}`}>{label}</span>
          {value && <span className={`${layout.cutName} ${styles.value}`}>{shown}</span>}
          {!value && <ChevronDown aria-hidden />}
        </AriaButton>
        <Popover className={classNames(listStyles.popover, styles.popover)} placement="bottom start">
          <Dialog aria-label={label} className={classNames(layout.column, layout.ringless)}>
            {head?.(close)}
            {searched ? (
              <Autocomplete filter={contains}>
                <div className={styles.search}>
                  <SearchField label={labels.searchIn({ label: within })} autoFocus />
                </div>
                {list}
              </Autocomplete>
            ) : (
              options.length > 0 && list
            )}
            {children?.(close)}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {value && (
        <AriaButton
          className={classNames(layout.middle, layout.bare, styles.clear)}
          aria-label={labels.clearFilter({ label: within })}
          onPress={() => onChange('')}
        >
          <X aria-hidden />
        </AriaButton>
      )}
    </span>
  );
}
