import type { KeyboardEvent } from 'react';
import { fromValue } from '../../../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { Checkbox } from '../../../../ui/checkbox';
import { ComboBox } from '../../../../ui/combo-box';
import { Select } from '../../../../ui/select';
import { TextField } from '../../../../ui/text-field';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { setItemsKind, setKeyword, setOthers } from '../model/keyword-edits';
import { FORMATS } from '../model/lint-schema';
import { BRANCH_KEYWORDS, hasPlaces, type SchemaNode } from '../model/schema-node';
import { toggleNullable } from '../model/type-edits';
import styles from '../schema-screen.module.css';
import { shownList, shownValue, typedList, typedNumber, typedText, typedValue } from './inspector-values';
import { useHasKeyword } from './use-has-keyword';
import { type KeywordText, useTypedKeyword } from './use-typed-keyword';

/** What every field of the inspector works on: the focused row. */
export interface PartProps {
  readonly document: SchemaDocument;
  readonly schema: SchemaNode;
}

interface KeywordProps extends PartProps {
  readonly keyword: string;
  readonly label: string;
}

/** A keyword with a text value. */
export function TextKeyword(
  props: KeywordProps & { readonly lines?: number; readonly mono?: boolean; readonly placeholder?: string },
) {
  return (
    <div className={props.lines ? styles.wide : undefined}>
      <InspectorField {...props} value={props.schema.text(props.keyword) ?? ''} read={typedText} />
    </div>
  );
}

/** A keyword with a number value. */
export function LimitKeyword(props: KeywordProps & { readonly isWhole?: boolean }) {
  const { isWhole = false, ...field } = props;
  return (
    <InspectorField
      {...field}
      value={shownValue(props.schema, props.keyword)}
      read={(text) => typedNumber(text, isWhole)}
    />
  );
}

/** The format of a string: a known one, or any other word. */
export function FormatKeyword({ document, schema }: PartProps) {
  const value = schema.text('format') ?? '';
  const label = 'Format';
  const field = { document, schema, keyword: 'format', label, value, read: typedText };
  const { text, onChange, onFocus, onBlur } = useTypedKeyword(field);
  return (
    <div data-keyword="format">
      <ComboBox
        label={label}
        mono
        value={text}
        options={FORMATS}
        placeholder="any text"
        opensOnFocus={false}
        onChange={(next) => next !== text && onChange(next)}
        onFocus={onFocus}
        onBlur={onBlur}
      />
    </div>
  );
}

/** Whether more than the named ones are allowed: further keys of an object, further items of a list with places. */
export function OthersKeyword({ document, schema, keyword, label }: KeywordProps) {
  const path = fromPointer(document.draft.focus);
  const isSchema = schema.get(keyword)?.kind === 'object';
  const value = isSchema ? 'schema' : schema.value(keyword) === false ? 'none' : 'any';
  return (
    <Select
      label={label}
      value={value}
      options={[
        { value: 'any', label: 'allowed' },
        { value: 'none', label: 'none' },
        { value: 'schema', label: 'must match a schema' },
      ]}
      onChange={(next) => {
        if (next === value) return;
        const rule = next === 'any' ? null : fromValue(next === 'none' ? false : { type: 'string' });
        document.edit((node) => setOthers(node, path, keyword, rule));
      }}
    />
  );
}

/** Whether all items of an array have one schema, or each position has its own. */
export function ItemsKeyword({ document, schema }: PartProps) {
  const path = fromPointer(document.draft.focus);
  const value = hasPlaces(schema) ? 'places' : 'each';
  return (
    <Select
      label="Items"
      value={value}
      options={[
        { value: 'each', label: 'one schema for all' },
        { value: 'places', label: 'one schema per position' },
      ]}
      onChange={(next) => {
        const kind = next === 'places' ? next : 'each';
        if (kind !== value) document.edit((node) => setItemsKind(node, path, kind));
      }}
    />
  );
}

/** The listed values: the allowed ones, the constant, the default, the examples. */
export function ValueKeywords({ document, schema }: PartProps) {
  const lists = [
    ['enum', 'Allowed values'],
    ['examples', 'Examples'],
  ] as const;
  const single = [
    ['const', 'Always'],
    ['default', 'Default'],
  ] as const;
  const has = useHasKeyword(document, schema);
  const { choice } = schema.type;
  if (choice === 'never' || choice === 'broken') return null;
  const structured = ['object', 'array', ...BRANCH_KEYWORDS].includes(choice);
  return (
    <>
      {single
        .filter(([keyword]) => !structured || has(keyword))
        .map(([keyword, label]) => (
          <InspectorField
            key={keyword}
            {...{ document, schema, keyword, label }}
            value={shownValue(schema, keyword)}
            read={(text) => typedValue(text, schema)}
          />
        ))}
      {lists
        .filter(([keyword]) => !structured || has(keyword))
        .map(([keyword, label]) => {
          const text = shownList(schema, keyword);
          return text === null ? (
            <p key={keyword} className={styles.elsewhere}>
              {keyword === 'enum' ? 'Allowed values' : 'Examples'}: {schema.list(keyword).length || 1}. Edit
              them in the JSON
            </p>
          ) : (
            <InspectorField
              key={keyword}
              {...{ document, schema, keyword, label }}
              value={text}
              read={(typed) => typedList(typed, schema)}
              lines={2}
              placeholder="one per line"
            />
          );
        })}
    </>
  );
}

/** Whether null is allowed in addition to the type. */
export function NullableTick({ document, schema }: PartProps) {
  const path = fromPointer(document.draft.focus);
  return (
    <Checkbox
      isSelected={schema.type.nullable}
      onChange={() => void document.edit((node) => toggleNullable(node, path))}
    >
      May be null
    </Checkbox>
  );
}

/** A keyword that is true or absent. */
export function TickKeyword({ document, schema, keyword, label }: KeywordProps) {
  const path = fromPointer(document.draft.focus);
  return (
    <Checkbox
      isSelected={schema.value(keyword) === true}
      onChange={(on) =>
        void document.edit((node) => setKeyword(node, path, keyword, on ? fromValue(true) : null))
      }
    >
      {label}
    </Checkbox>
  );
}

interface InspectorFieldProps extends KeywordText {
  readonly lines?: number;
  readonly mono?: boolean;
  readonly placeholder?: string;
}

/** A field whose text is in the document at each key; Enter keeps it, Escape restores the previous value. */
function InspectorField({ lines, mono = true, placeholder, ...keyword }: InspectorFieldProps) {
  const { text, error, isTyped, settle, restore, ...handlers } = useTypedKeyword(keyword);
  const onKeyDown = (event: KeyboardEvent) => {
    // In a field of several lines, Enter is a line.
    if (event.key === 'Enter' && lines === undefined) settle();
    if (event.key !== 'Escape' || !isTyped) return;
    event.preventDefault();
    event.stopPropagation();
    restore();
  };
  return (
    <div onKeyDownCapture={onKeyDown} data-keyword={keyword.keyword}>
      <TextField
        label={keyword.label}
        mono={mono}
        value={text}
        error={error}
        {...handlers}
        {...(lines ? { lines } : {})}
        {...(placeholder ? { placeholder } : {})}
      />
    </div>
  );
}
