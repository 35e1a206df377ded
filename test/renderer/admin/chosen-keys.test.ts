import { describe, expect, it } from 'vitest';
import { commandRows } from '../../../src-renderer/admin/app/commands/command-rows';
import {
  conflictOf,
  keysOf,
  readChosen,
  withKeys,
} from '../../../src-renderer/admin/platform/commands/chosen-keys';
import { type KeyPress, readStroke } from '../../../src-renderer/admin/platform/commands/key-strokes';
import {
  afterPause,
  NOTHING_YET,
  type Recording,
  recordKey,
} from '../../../src-renderer/admin/platform/commands/record-keys';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe('custom keyboard shortcuts', () => {
  it('a custom shortcut replaces the default one, and a command can have none', () => {
    expect(keysOf({}, 'go-catalog')).toBe('G C');
    expect(keysOf({ 'go-catalog': 'Mod+1' }, 'go-catalog')).toBe('Mod+1');
    expect(keysOf({ 'go-catalog': null }, 'go-catalog')).toBeNull();
  });

  it("choosing a command's default shortcut stores nothing", () => {
    expect(withKeys({ new: 'C' }, 'new', 'N')).toEqual({});
    expect(withKeys({}, 'new', null)).toEqual({ new: null });
  });

  it('a shortcut conflicts with an equal one and with one that begins with it', () => {
    expect(conflictOf({}, 'new', 'E')).toBe('edit');
    expect(conflictOf({}, 'new', 'G')).toBe('go-overview');
    expect(conflictOf({}, 'new', 'E X')).toBe('edit');
    expect(conflictOf({}, 'new', 'N')).toBeNull();
    expect(conflictOf({ edit: null }, 'new', 'E')).toBeNull();
  });

  it('stored shortcuts are read back without unknown commands and invalid keys', () => {
    expect(readChosen('{"new":"C","edit":null,"gone":"X","undo":7,"go-apps":""}')).toEqual({
      new: 'C',
      edit: null,
    });
    expect([readChosen(null), readChosen('nonsense'), readChosen('null')]).toEqual([{}, {}, {}]);
  });

  it('the keyboard obeys a custom shortcut, and the default one stops working', () => {
    const chosen = { 'go-catalog': 'Q', new: 'G C' } as const;
    expect(readStroke('Q', null, 0, { chosen }).command).toBe('go-catalog');
    const { waiting } = readStroke('G', null, 0, { chosen });
    expect(readStroke('C', waiting, 1, { chosen }).command).toBe('new');
    expect(readStroke('N', null, 0, { chosen }).command).not.toBe('new');
  });

  it('the command palette shows custom shortcuts', () => {
    const act = { label: 'Catalog', here: false, run: () => undefined };
    const rows = commandRows(new Map([['go-catalog', [act]]]), { 'go-catalog': 'Mod+Shift+C' });
    expect(rows.map(({ keys }) => keys)).toEqual(['Mod+Shift+C']);
  });
});

describe('recording a shortcut', () => {
  const pressing = (...keys: (string | KeyPress)[]): Recording =>
    keys.reduce<Recording>(
      (state, key) => recordKey(state, typeof key === 'string' ? press(key) : key, false, 0),
      NOTHING_YET,
    );

  it('recording a shortcut ends at once with Ctrl or a function key', () => {
    expect(pressing(press('j', { ctrlKey: true }))).toEqual({ kind: 'done', keys: 'Mod+J' });
    expect(pressing('F7')).toEqual({ kind: 'done', keys: 'F7' });
  });

  it('recording waits for a second key after a single one, until a pause or Enter', () => {
    const recording = pressing('q');
    expect(recording).toMatchObject({ kind: 'maybe-more', keys: 'Q' });
    expect(pressing('q', 'w')).toEqual({ kind: 'done', keys: 'Q W' });
    expect(pressing('q', 'Enter')).toEqual({ kind: 'done', keys: 'Q' });
    expect(afterPause(recording, 1)).toBe(recording);
    expect(afterPause(recording, 60_000)).toEqual({ kind: 'done', keys: 'Q' });
  });

  it('Escape cancels the recording of a shortcut, and Backspace turns the shortcut off', () => {
    expect(pressing('q', 'Escape')).toEqual({ kind: 'canceled' });
    expect(pressing('Backspace')).toEqual({ kind: 'turned-off' });
  });

  it('recording refuses keys that navigate, type or belong to the browser, and says why', () => {
    const refused = [
      press('Tab'),
      press('ArrowDown'),
      press('c', { ctrlKey: true }),
      press('n', { altKey: true }),
    ];
    for (const key of refused) {
      expect(pressing(key)).toEqual({ kind: 'waiting', refused: expect.stringMatching(/\.$/) });
    }
    expect(pressing(press('Shift', { shiftKey: true }))).toEqual(NOTHING_YET);
  });
});
