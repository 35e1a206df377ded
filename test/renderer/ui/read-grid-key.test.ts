import { describe, expect, it } from 'vitest';
import { type GridPlace, readGridKey } from '../../../src-renderer/ui/virtual-grid/read-grid-key';

const rowsOnly: GridPlace = { rowCount: 100, row: 5, pageRows: 20 };
const columns = { count: 3, at: 1, takeHomeEnd: false };
const press = (key: string, place: Partial<GridPlace> = {}, mods: object = {}) =>
  readGridKey(
    { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...mods },
    { ...rowsOnly, ...place },
  );
const moved = (row: number, column = 0) => ({ kind: 'move', row, column });

describe('keys among rows', () => {
  it('lead by one, by a page and to both ends, and never out of the grid', () => {
    expect(press('ArrowDown')).toEqual(moved(6));
    expect(press('ArrowUp')).toEqual(moved(4));
    expect(press('PageDown')).toEqual(moved(25));
    expect(press('PageUp')).toEqual(moved(0));
    expect(press('Home')).toEqual(moved(0));
    expect(press('End')).toEqual(moved(99));
    expect(press('ArrowDown', { row: 99 })).toEqual(moved(99));
    expect(press('ArrowUp', { row: 0 })).toEqual(moved(0));
  });

  it('lead to both ends with Ctrl or Cmd, too', () => {
    expect(press('Home', {}, { ctrlKey: true })).toEqual(moved(0));
    expect(press('End', {}, { metaKey: true })).toEqual(moved(99));
  });

  it('leave the sideways arrows alone where there is neither a tree nor a cell', () => {
    expect(press('ArrowLeft')).toBeNull();
    expect(press('ArrowRight')).toBeNull();
  });

  it('select, with Shift a range, and open, and go back', () => {
    expect(press(' ')).toEqual({ kind: 'select', range: false });
    expect(press(' ', {}, { shiftKey: true })).toEqual({ kind: 'select', range: true });
    expect(press('a', {}, { ctrlKey: true })).toEqual({ kind: 'select-all' });
    expect(press('Enter')).toEqual({ kind: 'activate' });
    expect(press('Escape')).toEqual({ kind: 'escape' });
  });

  it('mean nothing with Alt, which goes back in the browser, nor with Ctrl where a command may have them', () => {
    expect(press('ArrowLeft', { branch: { isOpen: true, parent: -1 } }, { altKey: true })).toBeNull();
    expect(press('ArrowDown', {}, { altKey: true })).toBeNull();
    expect(press('Enter', {}, { ctrlKey: true })).toBeNull();
    expect(press(' ', {}, { metaKey: true })).toBeNull();
    expect(press('q')).toBeNull();
  });
});

describe('keys among cells', () => {
  it('lead sideways within the row, and keep the column on the way up and down', () => {
    expect(press('ArrowRight', { columns })).toEqual(moved(5, 2));
    expect(press('ArrowLeft', { columns })).toEqual(moved(5, 0));
    expect(press('ArrowLeft', { columns: { ...columns, at: 0 } })).toEqual(moved(5, 0));
    expect(press('ArrowRight', { columns: { ...columns, at: 2 } })).toEqual(moved(5, 2));
    expect(press('ArrowDown', { columns })).toEqual(moved(6, 1));
    expect(press('End', { columns })).toEqual(moved(99, 1));
  });

  it('lead to both ends of the row where Home and End are taken for that, and with Ctrl to those of the grid', () => {
    const place = { columns: { ...columns, takeHomeEnd: true } };
    expect(press('Home', place)).toEqual(moved(5, 0));
    expect(press('End', place)).toEqual(moved(5, 2));
    expect(press('Home', place, { ctrlKey: true })).toEqual(moved(0, 1));
    expect(press('End', place, { ctrlKey: true })).toEqual(moved(99, 1));
  });
});

describe('keys in a tree', () => {
  const closed = { branch: { isOpen: false, parent: -1 } };
  const open = { branch: { isOpen: true, parent: 2 } };
  const leaf = { branch: { isOpen: null, parent: 2 } };

  it('open a branch and lead into it, close it and lead out of it', () => {
    expect(press('ArrowRight', closed)).toEqual({ kind: 'expand', open: true });
    expect(press('ArrowRight', open)).toEqual(moved(6));
    expect(press('ArrowLeft', open)).toEqual({ kind: 'expand', open: false });
    expect(press('ArrowLeft', leaf)).toEqual(moved(2));
    expect(press('ArrowLeft', closed)).toBeNull();
    expect(press('ArrowRight', leaf)).toBeNull();
  });

  it('do so in the first cell alone where cells have the focus', () => {
    const first = { columns: { ...columns, at: 0 } };
    expect(press('ArrowRight', { ...closed, ...first })).toEqual({ kind: 'expand', open: true });
    expect(press('ArrowRight', { ...open, ...first })).toEqual(moved(5, 1));
    expect(press('ArrowRight', { ...closed, columns })).toEqual(moved(5, 2));
    expect(press('ArrowLeft', { ...open, columns })).toEqual(moved(5, 0));
    expect(press('ArrowLeft', { ...open, ...first })).toEqual({ kind: 'expand', open: false });
  });
});
