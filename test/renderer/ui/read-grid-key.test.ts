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

describe('keys among the rows of a grid', () => {
  it('arrow and page keys move by a row, a page or to an end, and never leave the grid', () => {
    expect(press('ArrowDown')).toEqual(moved(6));
    expect(press('ArrowUp')).toEqual(moved(4));
    expect(press('PageDown')).toEqual(moved(25));
    expect(press('PageUp')).toEqual(moved(0));
    expect(press('Home')).toEqual(moved(0));
    expect(press('End')).toEqual(moved(99));
    expect(press('ArrowDown', { row: 99 })).toEqual(moved(99));
    expect(press('ArrowUp', { row: 0 })).toEqual(moved(0));
  });

  it('Home and End move to the ends of the grid with Ctrl or Cmd too', () => {
    expect(press('Home', {}, { ctrlKey: true })).toEqual(moved(0));
    expect(press('End', {}, { metaKey: true })).toEqual(moved(99));
  });

  it('left and right arrows do nothing in a grid without cells and branches', () => {
    expect(press('ArrowLeft')).toBeNull();
    expect(press('ArrowRight')).toBeNull();
  });

  it('Space selects, Shift+Space a range, Ctrl+A all, Enter opens and Escape leaves', () => {
    expect(press(' ')).toEqual({ kind: 'select', range: false });
    expect(press(' ', {}, { shiftKey: true })).toEqual({ kind: 'select', range: true });
    expect(press('a', {}, { ctrlKey: true })).toEqual({ kind: 'select-all' });
    expect(press('Enter')).toEqual({ kind: 'activate' });
    expect(press('Escape')).toEqual({ kind: 'escape' });
  });

  it('Alt with an arrow is left to the browser, and Ctrl with Enter or Space to commands', () => {
    expect(press('ArrowLeft', { branch: { isOpen: true, parent: -1 } }, { altKey: true })).toBeNull();
    expect(press('ArrowDown', {}, { altKey: true })).toBeNull();
    expect(press('Enter', {}, { ctrlKey: true })).toBeNull();
    expect(press(' ', {}, { metaKey: true })).toBeNull();
    expect(press('q')).toBeNull();
  });
});

describe('keys among the cells of a grid', () => {
  it('left and right arrows move within the row, and up and down keep the column', () => {
    expect(press('ArrowRight', { columns })).toEqual(moved(5, 2));
    expect(press('ArrowLeft', { columns })).toEqual(moved(5, 0));
    expect(press('ArrowLeft', { columns: { ...columns, at: 0 } })).toEqual(moved(5, 0));
    expect(press('ArrowRight', { columns: { ...columns, at: 2 } })).toEqual(moved(5, 2));
    expect(press('ArrowDown', { columns })).toEqual(moved(6, 1));
    expect(press('End', { columns })).toEqual(moved(99, 1));
  });

  it('Home and End may move to the ends of the row, and then Ctrl moves to those of the grid', () => {
    const place = { columns: { ...columns, takeHomeEnd: true } };
    expect(press('Home', place)).toEqual(moved(5, 0));
    expect(press('End', place)).toEqual(moved(5, 2));
    expect(press('Home', place, { ctrlKey: true })).toEqual(moved(0, 1));
    expect(press('End', place, { ctrlKey: true })).toEqual(moved(99, 1));
  });
});

describe('keys in a tree grid', () => {
  const closed = { branch: { isOpen: false, parent: -1 } };
  const open = { branch: { isOpen: true, parent: 2 } };
  const leaf = { branch: { isOpen: null, parent: 2 } };

  it('right and left arrows open a branch, enter it, close it and leave it', () => {
    expect(press('ArrowRight', closed)).toEqual({ kind: 'expand', open: true });
    expect(press('ArrowRight', open)).toEqual(moved(6));
    expect(press('ArrowLeft', open)).toEqual({ kind: 'expand', open: false });
    expect(press('ArrowLeft', leaf)).toEqual(moved(2));
    expect(press('ArrowLeft', closed)).toBeNull();
    expect(press('ArrowRight', leaf)).toBeNull();
  });

  it('arrows open and close a branch only from the first cell', () => {
    const first = { columns: { ...columns, at: 0 } };
    expect(press('ArrowRight', { ...closed, ...first })).toEqual({ kind: 'expand', open: true });
    expect(press('ArrowRight', { ...open, ...first })).toEqual(moved(5, 1));
    expect(press('ArrowRight', { ...closed, columns })).toEqual(moved(5, 2));
    expect(press('ArrowLeft', { ...open, columns })).toEqual(moved(5, 0));
    expect(press('ArrowLeft', { ...open, ...first })).toEqual({ kind: 'expand', open: false });
  });
});
