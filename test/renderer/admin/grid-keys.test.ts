import { describe, expect, it } from 'vitest';
import {
  readSchemaGridKey,
  type SchemaGridPlace,
} from '../../../src-renderer/admin/features/schema/grid/grid-keys';
import {
  shownList,
  shownValue,
  typedList,
  typedNumber,
  typedValue,
} from '../../../src-renderer/admin/features/schema/inspector/inspector-values';
import { visibleRows } from '../../../src-renderer/admin/features/schema/model/edit-rows';
import { asSchema } from '../../../src-renderer/admin/features/schema/model/schema-node';
import { toValue } from '../../../src-server/json-schema/json-node';
import { doc } from './schema/documents';

const rows = visibleRows(
  doc({ properties: { a: { properties: { b: {} } }, c: { $ref: '#' } } }),
  new Map([['/properties/a', false]]),
);
const place: SchemaGridPlace = {
  rows,
  at: 1,
  column: 'key',
  columns: ['key', 'type', 'required', 'constraints', 'description'],
  pageRows: 10,
};
const press = (key: string, mods: object = {}, where: Partial<SchemaGridPlace> = {}) =>
  readSchemaGridKey(
    {
      key,
      code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      ...mods,
    },
    { ...place, ...where },
  );

describe('the keyboard in the schema grid', () => {
  it('arrow keys and End move among the rows and cells of the schema grid, and never leave it', () => {
    expect(press('ArrowDown')).toEqual({ kind: 'focus', row: 2, column: 'key' });
    expect(press('ArrowDown', {}, { at: 2 })).toEqual({ kind: 'focus', row: 2, column: 'key' });
    expect(press('ArrowUp', {}, { at: 0 })).toEqual({ kind: 'focus', row: 0, column: 'key' });
    expect(press('End')).toEqual({ kind: 'focus', row: 1, column: 'description' });
    expect(press('End', { ctrlKey: true })).toEqual({ kind: 'focus', row: 2, column: 'key' });
  });

  it('left and right arrows open and close a branch of the schema grid, and move to its parent', () => {
    expect(press('ArrowRight')).toEqual({ kind: 'open', open: true });
    expect(press('ArrowRight', {}, { at: 2 })).toEqual({ kind: 'focus', row: 2, column: 'type' });
    expect(press('ArrowLeft')).toEqual({ kind: 'focus', row: 0, column: 'key' });
    expect(press('ArrowLeft', {}, { at: 0 })).toEqual({ kind: 'open', open: false });
  });

  it('Tab moves through the cells of the schema grid and then leaves it', () => {
    expect(press('Tab')).toEqual({ kind: 'focus', row: 1, column: 'type' });
    expect(press('Tab', {}, { column: 'description' })).toBeNull();
    expect(press('Tab', { shiftKey: true })).toBeNull();
  });

  it('a character typed in the schema grid is the text of its cell, and a command only with Alt', () => {
    for (const key of ['r', 't', 'd', 'i', 'F', '?', '7', 'é', '😀'])
      expect(press(key)).toEqual({ kind: 'write' });
    expect(press('r', { ctrlKey: true })).toBeNull();
    expect(press('r', { altKey: true })).toEqual({ kind: 'required' });
    expect(press('†', { altKey: true, code: 'KeyT' })).toEqual({ kind: 'type' });
    expect(press('r', { altKey: true, ctrlKey: true })).toBeNull();
    expect(press('Dead')).toBeNull();
    expect(press('Enter', { ctrlKey: true, shiftKey: true })).toEqual({ kind: 'add-child' });
    expect(press('ArrowUp', { altKey: true })).toEqual({ kind: 'move', by: -1 });
  });
});

describe('values in the schema inspector', () => {
  const schemaOf = (value: unknown) => asSchema(doc(value));
  const text = schemaOf({ type: ['string', 'null'] });
  const read = (typed: ReturnType<typeof typedValue>) =>
    typed.ok ? typed.value && toValue(typed.value) : typed.label;

  it('a value in the inspector is text without quotes for a text type, and JSON otherwise', () => {
    expect(read(typedValue('new', text))).toBe('new');
    expect(read(typedValue('"7"', text))).toBe('7');
    expect(read(typedValue('7', text))).toBe('7');
    expect(read(typedValue('null', text))).toBeNull();
    expect(read(typedValue('7', schemaOf({ type: 'integer' })))).toBe(7);
    expect(read(typedValue('seven', schemaOf({ type: 'integer' })))).toContain('not JSON');
    expect(read(typedList('a\n\nb', text))).toEqual(['a', 'b']);
    expect(read(typedNumber('1.5', true))).toContain('whole');
  });

  it('a value in the inspector is shown in the form in which it is read back', () => {
    const values = ['new', 'null', '', ' x', '"q"', null, 'line\nline'];
    const schema = schemaOf({ type: ['string', 'null'], enum: values, default: 'null' });
    expect(read(typedList(shownList(schema, 'enum') ?? '', schema))).toEqual(values);
    expect(read(typedValue(shownValue(schema, 'default'), schema))).toBe('null');
    expect(shownList(schemaOf({ examples: [{ a: 1 }] }), 'examples')).toBeNull();
  });
});
