import { expect, test } from 'vitest';
import { searchRows } from '../../../../src-renderer/admin/app/commands/search-rows';
import {
  payloadRow,
  STATE_ROWS,
  timeRows,
} from '../../../../src-renderer/admin/features/deliveries/palette-rows';
import { type PaletteRow, paletteRow } from '../../../../src-renderer/admin/platform/commands/palette-row';

const NOW = new Date(2026, 10, 20, 12, 0, 0).getTime();
const addressOf = (text: string) => timeRows(text, NOW).map(({ search }) => new URLSearchParams(search));

test('the palette leads from a time, and from words before it, to the messages of that time', () => {
  const [row] = timeRows('10:03', NOW);
  expect(row).toMatchObject({ label: 'Messages', detail: '10:03 – 10:04', to: ['deliveries', 'messages'] });
  const [at] = addressOf('10:03');
  expect(Object.fromEntries(at ?? [])).toEqual({
    since: new Date(2026, 10, 20, 10, 3).toISOString(),
    until: new Date(2026, 10, 20, 10, 4).toISOString(),
  });
  const [row2] = timeRows('Ada GmbH today 9:00-9:30', NOW);
  expect(row2).toMatchObject({ label: 'Messages with “Ada GmbH”', detail: '09:00 – 09:30' });
  expect(addressOf('Ada GmbH today 9:00-9:30')[0]?.get('q')).toBe('Ada GmbH');
  expect(addressOf('ada last 2 h')[0]?.get('since')).toBe('2h');
});

test('a text without a time leads to no messages of a time', () => {
  for (const text of ['', 'invoice.paid', '1003', 'INV-1003', 'msg_2abc', '99:99'])
    expect(timeRows(text, NOW)).toEqual([]);
});

test('the search of payloads for a text comes last of its kind, and is no reason for that kind to come first', () => {
  const application = paletteRow({ key: 'a', kind: 'application', label: 'A waiter', texts: ['a waiter'] });
  const labelsOf = (rows: readonly PaletteRow[]) =>
    searchRows('wait', rows).flatMap(({ rows: found }) => found.map(({ label }) => label));
  const search = 'Search payloads for “wait”';
  expect(labelsOf([payloadRow('wait'), ...STATE_ROWS])).toEqual(['Waiting messages', search]);
  expect(labelsOf([payloadRow('wait'), application])).toEqual(['A waiter', search]);
});
