import { expect, it } from 'vitest';
import {
  cellText,
  readPreviewAddress,
} from '../../../../src-renderer/admin/features/preview/preview-address';

const read = (query: string) => readPreviewAddress(new URLSearchParams(query));

it('reads a preview from an address that says nothing', () => {
  expect(read('')).toEqual({
    mode: 'frames',
    letters: null,
    appId: '',
    page: '/catalog',
    theme: 'light',
    widthPx: 834,
    fit: true,
    sync: true,
    gaps: true,
    all: false,
    search: '',
    base: '',
    compare: '',
    drawer: true,
    edits: {},
    instance: false,
    cell: null,
  });
});

it('reads everything that a link may say', () => {
  const query =
    'mode=matrix&sets=AC&app=app_1&page=/endpoints/new&theme=both&width=390&zoom=100&sync=off&gaps=off&rows=all&q=pay&base=A&with=C&drawer=off&draft=a.b!beta!x,ping,*!beta&source=instance&cell=C.user.created';
  expect(read(query)).toEqual({
    mode: 'matrix',
    letters: ['A', 'C'],
    appId: 'app_1',
    page: '/endpoints/new',
    theme: 'both',
    widthPx: 390,
    fit: false,
    sync: false,
    gaps: false,
    all: true,
    search: 'pay',
    base: 'A',
    compare: 'C',
    drawer: false,
    edits: { 'a.b': ['beta', 'x'], ping: [] },
    instance: true,
    cell: { letter: 'C', name: 'user.created' },
  });
});

it('writes a cell of the matrix as it reads it', () => {
  const cell = { letter: 'B', name: 'invoice.paid' };
  expect(read(`cell=${cellText(cell)}`).cell).toEqual(cell);
  expect([cellText(null), read('cell=invoice').cell]).toEqual(['', null]);
});

it('makes something sensible of what makes no sense', () => {
  expect(read('mode=x&sets=abc!AAABCDEF&page=//evil.example&theme=x&width=9999')).toMatchObject({
    mode: 'frames',
    letters: ['A', 'B', 'C', 'D'],
    page: '/catalog',
    theme: 'light',
    widthPx: 2560,
  });
  expect([read('width=1').widthPx, read('width=NaN').widthPx]).toEqual([320, 834]);
});
