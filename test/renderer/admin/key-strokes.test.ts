import { describe, expect, it } from 'vitest';
import {
  isSingle,
  type KeyPress,
  keyNames,
  readStroke,
  SEQUENCE_MS,
  strokeOf,
} from '../../../src-renderer/admin/platform/commands/key-strokes';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe('a key press', () => {
  it.each([
    ['k', { ctrlKey: true }, 'Mod+K'],
    ['O', { ctrlKey: true, shiftKey: true }, 'Mod+Shift+O'],
    ['F6', { shiftKey: true }, 'Shift+F6'],
    ['g', {}, 'G'],
    ['?', { shiftKey: true }, '?'],
    ['?', {}, '?'],
  ])('the key %s with %o is the stroke %s', (key, held, stroke) => {
    expect(strokeOf(press(key, held), false)).toBe(stroke);
  });

  it('on a Mac, Cmd takes the place of Ctrl in a shortcut, and Ctrl means nothing', () => {
    expect(strokeOf(press('k', { metaKey: true }), true)).toBe('Mod+K');
    expect(strokeOf(press('k', { ctrlKey: true }), true)).toBeNull();
    expect(strokeOf(press('k', { metaKey: true }), false)).toBeNull();
  });

  it('a modifier alone and Alt with a key are no stroke, since Alt types letters in many layouts', () => {
    expect(strokeOf(press('Shift', { shiftKey: true }), false)).toBeNull();
    expect(strokeOf(press('n', { altKey: true }), false)).toBeNull();
  });
});

describe('redoing', () => {
  it('Ctrl+Y redoes as in text fields, unless it was chosen for another command', () => {
    expect(readStroke('Mod+Y', null, 0).command).toBe('redo');
    expect(readStroke('Mod+Shift+Z', null, 0).command).toBe('redo');
    expect(readStroke('Mod+Y', null, 0, { chosen: { 'open-palette': 'Mod+Y' } }).command).toBe(
      'open-palette',
    );
    expect(readStroke('Mod+Y', null, 0, { isOffered: (id) => id !== 'redo' }).command).toBeNull();
  });
});

it('N and P go through differences where there is nothing new to make', () => {
  const isOffered = (id: string) => id !== 'new';
  expect(readStroke('N', null, 0).command).toBe('new');
  expect(readStroke('N', null, 0, { isOffered }).command).toBe('next-problem');
  expect(readStroke('P', null, 0, { isOffered }).command).toBe('previous-problem');
  expect(readStroke('P', null, 0, { isOffered, chosen: { 'open-palette': 'P' } }).command).toBe(
    'open-palette',
  );
});

describe('a shortcut of two keys', () => {
  it('a shortcut of two keys runs its command when the second key comes in time', () => {
    const first = readStroke('G', null, 1000);
    expect(first).toEqual({ command: null, waiting: { keys: 'G', untilMs: 1000 + SEQUENCE_MS } });
    expect(readStroke('C', first.waiting, 1000 + SEQUENCE_MS).command).toBe('go-catalog');
  });

  it('a shortcut of two keys is forgotten when the second key comes too late', () => {
    const { waiting } = readStroke('G', null, 1000);
    expect(readStroke('A', waiting, 1001 + SEQUENCE_MS)).toEqual({ command: null, waiting: null });
  });

  it('the first key of a shortcut waits only if a command that begins with it is available', () => {
    const isOffered = (id: string) => id === 'go-catalog';
    expect(readStroke('G', null, 0, { isOffered }).waiting).not.toBeNull();
    expect(readStroke('T', null, 0, { isOffered })).toEqual({ command: null, waiting: null });
    expect(readStroke('N', null, 0, { isOffered })).toEqual({ command: null, waiting: null });
  });

  it('an unknown second key runs nothing, even if that key alone is a shortcut', () => {
    const { waiting } = readStroke('G', null, 0);
    expect(readStroke('X', waiting, 1)).toEqual({ command: null, waiting: null });
    expect(readStroke('X', null, 1).command).toBe('select');
  });
});

describe('single-key shortcuts', () => {
  it('a shortcut counts as single-key if its keys type text', () => {
    expect(['N', '?', '/', 'G C'].every(isSingle)).toBe(true);
    expect(['Mod+K', 'F6', 'Shift+F6'].some(isSingle)).toBe(false);
  });
});

describe('the names of keys', () => {
  it('keys are named as on the system in use, with symbols on a Mac', () => {
    expect(keyNames('Mod+Shift+O', false)).toEqual(['Ctrl', 'Shift', 'O']);
    expect(keyNames('Mod+Shift+O', true)).toEqual(['⌘', '⇧', 'O']);
    expect(keyNames('Alt+ArrowUp', true)).toEqual(['⌥', '↑']);
    expect(keyNames('Alt+ArrowUp', false)).toEqual(['Alt', '↑']);
    expect(keyNames('G C', false)).toEqual(['G', 'C']);
  });
});
