import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandRow } from '../../../src-main/contract/commands';

const rows: readonly CommandRow[] = COMMANDS;

describe('the table of commands', () => {
  it('gives no two commands one name', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('gives no two commands the same keys, in the browser or in the desktop program', () => {
    const keys = rows.flatMap((row) => [row.keys ?? [], row.desktopKeys ?? []].flat());
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((one, index) => keys.indexOf(one) !== index)).toEqual([]);
  });

  it('has no keys that are the beginning of others, which could then never be finished', () => {
    const keys = rows.flatMap((row) => row.keys ?? []);
    expect(keys.filter((one) => keys.some((other) => other.startsWith(`${one} `)))).toEqual([]);
  });

  it('leads to every screen of the rail by G and a letter', () => {
    const places = rows.filter(({ group, menu }) => group === 'Go to' && menu === 'Go');
    expect(places.length).toBeGreaterThan(4);
    expect(places.filter(({ keys }) => !/^G [A-Z]$/.test(keys ?? ''))).toEqual([]);
  });
});
