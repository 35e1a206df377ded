import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { MENU_COMMANDS } from '../../src-main/contract/commands';
import type { ChosenKeys } from '../../src-main/contract/menu-keys';
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

  const acceleratorOf = (label: string, chosen: ChosenKeys) =>
    itemsBelow(menuTemplate(false, () => {}, chosen)).find((item) => item.label === label)?.accelerator;

  it('shows the keys that were chosen, and none where they were turned off', () => {
    expect(acceleratorOf('Catalog', {})).toBe('CmdOrCtrl+1');
    expect(acceleratorOf('Catalog', { 'go-catalog': 'Mod+Shift+ArrowUp' })).toBe('CmdOrCtrl+Shift+Up');
    expect(acceleratorOf('Catalog', { 'go-catalog': null })).toBeUndefined();
    expect(acceleratorOf('Search or run a command', { 'open-palette': 'F7' })).toBe('F7');
  });

  it('shows no keys that would act while somebody types, or that the system does not know', () => {
    for (const keys of ['Q', 'G Q', 'Shift+Q', 'Mod+ö']) {
      expect([keys, acceleratorOf('Catalog', { 'go-catalog': keys })]).toEqual([keys, undefined]);
    }
  });

  it('gives up keys of its own that were chosen for something else', () => {
    const chosen = { resend: 'Mod+1' };
    expect(acceleratorOf('Catalog', chosen)).toBeUndefined();
    expect(acceleratorOf('Applications', chosen)).toBe('CmdOrCtrl+2');
  });
});
