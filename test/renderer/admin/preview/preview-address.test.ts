import { expect, it } from 'vitest';
import {
  cellText,
  readPreviewAddress,
  setsText,
} from '../../../../src-renderer/admin/features/preview/preview-address';

const read = (query: string) => readPreviewAddress(new URLSearchParams(query));

it('an empty preview URL opens the default preview', () => {
  expect(read('')).toEqual({
    mode: 'frames',
    setIds: null,
    from: '',
    appId: '',
    page: '/catalog',
    theme: 'light',
    widthPx: 834,
    zoom: null,
    sync: true,
    gaps: true,
    all: false,
    search: '',
    base: '',
    compare: '',
    drawer: true,
    at: null,
    edits: {},
    instance: false,
    cell: null,
  });
});

it('every option of a preview is read from its URL', () => {
  const query =
    'mode=matrix&sets=set_a.set_c&from=set_c&app=app_1&page=/endpoints/new&theme=both&width=390&zoom=100&sync=off&gaps=off&rows=all&q=pay&base=set_a&with=set_c&drawer=off&at=2026-12-01T09:00:00%2B01:00&draft=a.b!beta!x,ping,*!beta&source=instance&cell=set_c.user.created';
  expect(read(query)).toEqual({
    mode: 'matrix',
    setIds: ['set_a', 'set_c'],
    from: 'set_c',
    appId: 'app_1',
    page: '/endpoints/new',
    theme: 'both',
    widthPx: 390,
    zoom: 100,
    sync: false,
    gaps: false,
    all: true,
    search: 'pay',
    base: 'set_a',
    compare: 'set_c',
    drawer: false,
    at: '2026-12-01T08:00:00.000Z',
    edits: { 'a.b': ['beta', 'x'], ping: [] },
    instance: true,
    cell: { setId: 'set_c', name: 'user.created' },
  });
});

it('a cell of the matrix survives the URL', () => {
  const cell = { setId: 'set_1', name: 'invoice.paid' };
  expect(read(`cell=${cellText(cell)}`).cell).toEqual(cell);
  expect([cellText(null), read('cell=invoice').cell]).toEqual(['', null]);
});

it('the flag sets survive the URL, and the letters of older links are read', () => {
  for (const ids of [['everyone'], ['set_1', 'flag-x'], ['ABC'], ['A', 'B']])
    expect(read(`sets=${setsText(ids)}`).setIds).toEqual(ids);
  expect(read('sets=AC').setIds).toEqual(['A', 'C']);
});

it('invalid options in a preview URL fall back to valid ones', () => {
  expect(read('mode=x&sets=AAABCDEFGHIJK&page=//evil.example&theme=x&width=9999')).toMatchObject({
    mode: 'frames',
    setIds: [...'ABCDEFGH'],
    page: '/catalog',
    theme: 'light',
    widthPx: 2560,
  });
  expect([read('width=1').widthPx, read('width=NaN').widthPx]).toEqual([320, 834]);
});
