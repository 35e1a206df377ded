import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandRow } from '../../../src-main/contract/commands';

const rows: readonly CommandRow[] = COMMANDS;

describe('the table of commands', () => {
  it('every command has a unique id', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('no two commands share a shortcut, in the browser or in the desktop program', () => {
    const keys = rows.flatMap((row) => [row.keys ?? [], row.desktopKeys ?? []].flat());
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('no shortcut is the beginning of another, which could then never be completed', () => {
    const keys = rows.flatMap((row) => row.keys ?? []);
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([]);
  });

  it('every screen of the rail opens with G and a letter', () => {
    const places = rows.filter(({ group, menu }) => group === 'Go to' && menu === 'Go');
    expect(places.length).toBeGreaterThan(4);
    expect(places.filter(({ keys }) => !/^G [A-Z]$/.test(keys ?? ''))).toEqual([]);
  });
});
