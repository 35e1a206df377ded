import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogAsCsv, planCsv } from '../../../../src-renderer/admin/features/catalog/files/catalog-csv';
import { readCsv, writeCsv } from '../../../../src-renderer/admin/features/catalog/files/csv-text';
import { anyText } from '../../../support/any-text';
import { eventType } from '../event-type';

const values = (text: string) => readCsv(text).rows?.map((row) => [...row.values]);

describe('CSV', () => {
  test('CSV keeps every value when it is written and read again', () => {
    const value = fc.oneof(
      anyText(),
      fc.string({
        unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', "'", '=', '+', '-', '@', 'a', ' '),
      }),
    );
    const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, (table) => {
        // The header line determines the separator, so this is always a table with a header.
        const rows = [['name', 'description', 'group'], ...table];
        expect(values(writeCsv(rows))).toEqual(rows);
      }),
    );
  });

  test('CSV escapes values that a spreadsheet would take for a formula', () => {
    const begin = fc.constantFrom('=', '+', '-', '@', '\t', '\r');
    fc.assert(
      fc.property(begin, fc.string(), (sign, rest) => {
        const written = writeCsv([['name', `${sign}${rest}`]]);
        expect(written).toMatch(/^\uFEFFname,"?'/);
      }),
    );
    expect(writeCsv([['=1+1', '-x', "'quoted", 'a=1']])).toBe(`\uFEFF"'=1+1","'-x","''quoted",a=1\r\n`);
  });

  test('CSV is read with a byte order mark, semicolons or tabs, quotes and any line end', () => {
    const table = [
      ['name', 'description'],
      ['a.b', 'one, "two"\nthree; four'],
      ['c', ''],
    ];
    expect(values('\uFEFFname,description\r\na.b,"one, ""two""\nthree; four"\r\nc,\r\n')).toEqual(table);
    expect(values('name;description\na.b;"one, ""two""\nthree; four"\n\nc;')).toEqual(table);
    expect(values('"name"\t"description"\ra.b\t"one, ""two""\nthree; four"\rc\t')).toEqual(table);
    expect(values('')).toEqual([]);
  });

  test('a wrong quote in CSV is reported with its line', () => {
    expect(readCsv('name\n"a').fault).toBe('The quote opened on line 2 is never closed.');
    expect(readCsv('name\n"a"b').fault).toBe('Line 2 has text after a closing quote.');
  });

  test('CSV gives the line on which each row begins', () => {
    expect(readCsv('name\n"a\nb"\n\nc').rows?.map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});

describe('a catalog as CSV', () => {
  const types = [
    eventType({ name: 'invoice.paid', description: '=SUM(A1), "really"\nyes', featureFlags: ['beta', 'x'] }),
    eventType({ name: '-odd', groupName: 'own', deprecated: true, archived: true }),
  ];

  test('a catalog exported as CSV changes nothing when it is imported again', () => {
    const plan = planCsv(catalogAsCsv(types), types);
    expect(plan.fault).toBeNull();
    expect(plan.rows.map(({ name, state }) => [name, state])).toEqual([
      ['invoice.paid', 'unchanged'],
      ['-odd', 'unchanged'],
    ]);
  });

  test('an import of CSV lists for each row what it would change, and ignores unknown columns', () => {
    const text = [
      'Name;Flags;Deprecated;Archived;Owner',
      'invoice.paid;beta;yes;',
      '-odd;;true;true',
      'order.new;;;',
      'order.new;;;',
      'no good;;;',
      'order.maybe;b@d;perhaps;',
    ].join('\r\n');
    const plan = planCsv(text, types);
    expect(plan.ignored).toEqual(['Owner']);
    expect(plan.rows.map(({ line, name, state, changes: parts }) => [line, name, state, parts])).toEqual([
      [2, 'invoice.paid', 'changed', ['requires beta', 'deprecated']],
      [3, '-odd', 'unchanged', []],
      [4, 'order.new', 'new', []],
      [5, 'order.new', 'problem', ['order.new is already on line 4']],
      [6, 'no good', 'problem', ['not a valid event type name']],
      [
        7,
        'order.maybe',
        'problem',
        ['“b@d” is not a valid flag name', 'deprecated is neither true nor false'],
      ],
    ]);
    expect(plan.rows[0]?.entry).toEqual({
      name: 'invoice.paid',
      featureFlags: ['beta'],
      deprecated: true,
      archived: false,
    });
    expect(plan.rows[2]?.entry).toMatchObject({ name: 'order.new', description: '' });
  });

  test('a field without a column in CSV stays as it is', () => {
    const plan = planCsv('name,description\ninvoice.paid,New words', types);
    expect(plan.rows[0]?.entry).toEqual({ name: 'invoice.paid', description: 'New words' });
  });

  test('an import of CSV is refused without a name column, or with a column twice', () => {
    expect(planCsv('', types).fault).toBe('The file is empty.');
    expect(planCsv('title\nx', types).fault).toContain('no column “name”');
    expect(planCsv('name,Name\nx,y', types).fault).toBe(
      'The column “name” appears twice. Remove one of them.',
    );
  });
});
