import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { ComboBox } from '../../ui/combo-box';
import layout from '../../ui/layout.module.css';
import { Select } from '../../ui/select';
import { TextField } from '../../ui/text-field';
import {
  type FilterOperator,
  type FilterRow,
  operatorsOf,
  rowsText,
  takesList,
  takesValue,
} from './filter-rows';
import { readValue, readValues, valuesText, valueText } from './filter-values';
import type { FilterWords } from './filter-words';
import { type FilterFields, useFilterFields } from './use-filter-fields';

interface FilterFormProps {
  readonly rows: readonly FilterRow[];
  /** @param what in which place it was typed; null: it was not typed */
  readonly onChange: (text: string, what: string | null) => void;
  /** The event types whose fields are offered; null: all. */
  readonly names: readonly string[] | null;
  readonly words: FilterWords;
  readonly error: ReactNode;
}

/** A filter as conditions, each on a field, that all have to hold. */
export function FilterForm({ rows, onChange, names, words: { fields: words }, error }: FilterFormProps) {
  const [text, setText] = useState('');
  const [isAdding, setAdding] = useState(false);
  /** The condition that was added last, which takes the focus, and how many were. */
  const [{ added, count }, setAdded] = useState<{ added: string | null; count: number }>({
    added: null,
    count: 0,
  });
  const fields = useFilterFields(names, isAdding || rows.length > 0);
  const path = pathOf(text, fields);
  const change = (next: readonly FilterRow[], what: string | null) => onChange(rowsText(next), what);
  const add = () => {
    if (path === null) return;
    const kinds = fields.get(path.join('.')) ?? [];
    const operator = operatorsOf(kinds)[0] ?? 'is';
    const raw = kinds.every((kind) => kind === 'boolean') && kinds.length > 0 ? 'true' : '""';
    const row: FilterRow = { path, operator, values: [{ kind: 'scalar', raw, source: null }] };
    setAdded({ added: keysOf([...rows, row]).at(-1) ?? null, count: count + 1 });
    setText('');
    change([...rows, row], null);
  };
  const onEnter = (event: KeyboardEvent) => {
    const isOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const isButton = (event.target as HTMLElement).localName === 'button';
    if (event.key !== 'Enter' || isOpen || isButton) return;
    // It would send the form.
    event.preventDefault();
    event.stopPropagation();
    add();
  };
  const keys = keysOf(rows);
  return (
    <div className={`${layout.stack2} ${layout.shrinking}`}>
      <p className={layout.meta}>{words.hint}</p>
      {rows.length > 0 && (
        <ul className={layout.stack2}>
          {rows.map((row, at) => (
            <li key={keys[at]}>
              <Row
                row={row}
                kinds={fields.get(row.path.join('.')) ?? []}
                hasFocus={keys[at] === added}
                onChange={(next, what) => change(rows.with(at, next), what && `${keys[at]} ${what}`)}
                onRemove={() => change(rows.toSpliced(at, 1), null)}
                words={words}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className={layout.failedMeta} role="alert">
          {error}
        </p>
      )}
      <div className={`${layout.pair} ${layout.top}`} onKeyDownCapture={onEnter}>
        <div className={layout.rest}>
          <ComboBox
            // Another one each time: its list would open when the text is cleared.
            key={count}
            label={words.add}
            value={text}
            onChange={setText}
            options={[...fields.keys()]}
            placeholder={words.example}
            hint={words.addHint}
            mono
            onFocus={() => setAdding(true)}
          />
        </div>
      </div>
      <div>
        <Button onPress={add} isDisabled={path === null}>
          {words.addButton}
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: FilterRow;
  /** The JSON types of the field; none: any, or not known. */
  readonly kinds: readonly string[];
  readonly hasFocus: boolean;
  readonly onChange: (row: FilterRow, what: string | null) => void;
  readonly onRemove: () => void;
  readonly words: FilterWords['fields'];
}

function Row({ row, kinds, hasFocus, onChange, onRemove, words }: RowProps) {
  const name = row.path.join('.');
  const labels = kinds.length === 1 && kinds[0] === 'array' ? words.ofLists : words.operators;
  const fit = operatorsOf(kinds);
  const operators = fit.includes(row.operator) ? fit : [row.operator, ...fit];
  const choose = (value: string) => {
    const operator = value as FilterOperator;
    const isText = isTextOf(kinds, operator);
    const values = row.values.map((each) =>
      readValue(valueText(each, isTextOf(kinds, row.operator)), isText),
    );
    onChange({ ...row, operator, values: takesValue(row.operator) ? values : [readValue('', true)] }, null);
  };
  const isNoNumber =
    kinds.length > 0 &&
    kinds.every((kind) => kind === 'number' || kind === 'integer') &&
    takesValue(row.operator) &&
    row.values.some(({ raw }) => raw.startsWith('"') && raw !== '""');
  return (
    <div className={layout.shrinkingStack1}>
      <div className={`${layout.pair} ${layout.top}`}>
        <div className={layout.rest}>
          <Select
            label={name}
            value={row.operator}
            onChange={choose}
            autoFocus={hasFocus && !takesValue(row.operator)}
            options={operators.map((operator) => ({ value: operator, label: labels[operator] }))}
          />
        </div>
        <div className={layout.rest}>
          {takesValue(row.operator) && (
            <Value
              key={row.operator}
              row={row}
              kinds={kinds}
              hasFocus={hasFocus}
              onChange={onChange}
              words={words}
            />
          )}
        </div>
        <Button
          kind="quiet"
          size="small"
          icon={<X aria-hidden />}
          aria-label={words.remove({ path: name })}
          onPress={onRemove}
        />
      </div>
      {isNoNumber && (
        <p className={layout.waitingMeta} role="status">
          {words.noNumber({ path: name })}
        </p>
      )}
    </div>
  );
}

function Value({ row, kinds, hasFocus, onChange, words }: Omit<RowProps, 'onRemove'>) {
  const isText = isTextOf(kinds, row.operator);
  const isList = takesList(row.operator);
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (isList ? readValues(text, isText) : [readValue(text, isText)]);
  const raws = (values: FilterRow['values']) => values.map(({ raw }) => raw).join();
  const isTyped = typed !== null && raws(read(typed)) === raws(row.values);
  const [first] = row.values;
  const text = isList ? valuesText(row.values, isText) : first ? valueText(first, isText) : '';
  const isTruth = kinds.length === 1 && kinds[0] === 'boolean' && (text === 'true' || text === 'false');
  const change = (next: string) => {
    setTyped(next);
    onChange({ ...row, values: read(next) }, isTruth ? null : 'value');
  };
  const label = isList ? words.values : words.value;
  if (isTruth) {
    const options = ['true', 'false'].map((value) => ({ value, label: value }));
    return <Select label={label} value={text} onChange={change} options={options} autoFocus={hasFocus} />;
  }
  return (
    <TextField label={label} value={isTyped ? typed : text} onChange={change} mono autoFocus={hasFocus} />
  );
}

const TEXTS: readonly FilterOperator[] = ['has', 'hasNot', 'startsWith', 'endsWith'];

/** Whether what is typed is text, also if it looks like a number. */
function isTextOf(kinds: readonly string[], operator: FilterOperator): boolean {
  const known = kinds.filter((kind) => kind !== 'null');
  return TEXTS.includes(operator) || (known.length > 0 && known.every((kind) => kind === 'string'));
}

/** By its field, and which condition on it it is: that stays while it is edited. */
function keysOf(rows: readonly FilterRow[]): readonly string[] {
  const counts = new Map<string, number>();
  return rows.map(({ path }) => {
    const name = path.join('.');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  });
}

const TOPS = ['payload', 'eventType', 'eventId', 'channels', 'tags'];

/** The names of a field as typed, which is one of the payload where nothing else is said; null: it is none. */
function pathOf(text: string, fields: FilterFields): readonly string[] | null {
  const name = text.trim();
  const names = name.split('.');
  if (name === '' || names.some((each) => each === '' || each.startsWith('$') || each.trim() !== each))
    return null;
  return fields.has(name) || TOPS.includes(names[0] ?? '') ? names : ['payload', ...names];
}
