import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { MENU_COMMANDS } from '../../src-main/contract/commands';
import { menuTemplate } from '../../src-main/menu';

function itemsBelow(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsBelow(item.submenu) : [])]);
}

describe('the menu', () => {
  it.each([true, false])('sends every command of the contract once (on a Mac: %s)', (isMac) => {
    const sent: string[] = [];
    for (const item of itemsBelow(menuTemplate(isMac, (command) => sent.push(command)))) {
      (item.click as (() => void) | undefined)?.();
    }
    expect(sent).toEqual([...MENU_COMMANDS]);
  });

  it('has a way to quit on every system', () => {
    for (const isMac of [true, false]) {
      const roles = itemsBelow(menuTemplate(isMac, () => {})).map((item) => item.role);
      expect(roles.includes('quit') || roles.includes('appMenu')).toBe(true);
    }
  });

  it('gives no two items the same keys', () => {
    const keys = itemsBelow(menuTemplate(false, () => {})).flatMap((item) => item.accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
