import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENTS, MEMBERS } from './members';

const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
const declarations = readFileSync(
  resolve(import.meta.dirname, '../../node_modules/electron/electron.d.ts'),
  'utf8',
);

/** Electron's name for the type of each thing that emits events. */
const TYPES: Readonly<Record<Exclude<keyof typeof EVENTS, 'ipcMain' | 'autoUpdater'>, string>> = {
  app: 'App',
  window: 'BrowserWindow',
  webContents: 'WebContents',
  utility: 'UtilityProcess',
  tray: 'Tray',
  notification: 'Notification',
  powerMonitor: 'PowerMonitor',
  nativeTheme: 'NativeTheme',
  screen: 'Screen',
};

/** The events that Electron declares for a type: whatever `on` is declared with between its head and the next one. */
function declaredEvents(type: string): string[] {
  const from = declarations.search(new RegExp(`^ {2}(interface|class) ${type} extends`, 'm'));
  const length = declarations.slice(from + 1).search(/^ {2}(interface|class) /m);
  const text = declarations.slice(from, from + 1 + length);
  return [...text.matchAll(/\bon\(event: '([\w-]+)'/g)].map(([, name]) => name ?? '');
}

describe('the double of Electron', () => {
  it.each(Object.entries(TYPES))('emits as %s only events that Electron declares', (name, type) => {
    const declared = declaredEvents(type);
    expect(declared.length).toBeGreaterThan(0);
    expect(EVENTS[name as keyof typeof EVENTS].filter((event) => !declared.includes(event))).toEqual([]);
  });

  it('has exactly the members that its README explains, each as real or as recorded', () => {
    const rows = [...readme.matchAll(/^\| `([\w.]+)` \| (\w+) \|/gm)];
    const members = Object.entries(MEMBERS).flatMap(([thing, names]) =>
      names.map((name) => `${thing}.${name}`),
    );
    expect(rows.map(([, member]) => member).toSorted()).toEqual(members.toSorted());
    expect(rows.map(([, , kind]) => kind).filter((kind) => kind !== 'real' && kind !== 'recorded')).toEqual(
      [],
    );
  });
});
