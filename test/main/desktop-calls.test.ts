import { describe, expect, it } from 'vitest';
import { createDesktopCalls, type DesktopServices, plainFileName } from '../../src-main/desktop-calls';

const STATE = {
  tray: false,
  notices: 'on',
  startAtLogin: false,
  hasKeyStore: true,
  canNotify: true,
} as const;

function setUp(services: Partial<DesktopServices> = {}) {
  const opened: string[] = [];
  const written: [string, string][] = [];
  const menus: unknown[] = [];
  const changes: unknown[] = [];
  const calls = createDesktopCalls({
    showMenu: (chosen) => menus.push(chosen),
    desktop: () => STATE,
    changeDesktop: (change) => {
      changes.push(change);
      return { ...STATE, ...change };
    },
    showLogFolder: async () => {},
    takeOpened: () => [{ kind: 'screen', path: 'apps' }],
    versions: () => ({ app: '1', electron: '2', chrome: '3', node: '4' }),
    openExternal: async (url) => {
      opened.push(url);
    },
    askOpenPath: async () => '/home/me/api.yaml',
    askSavePath: async (name) => `/home/me/${name}`,
    readFile: async (path) => ({ name: path.split('/').at(-1) ?? '', text: 'openapi: 3.1.0' }),
    writeFile: async (path, text) => {
      written.push([path, text]);
    },
    ...services,
  });
  return { calls, opened, written, menus, changes };
}

describe('the calls of the desktop', () => {
  it('open web addresses in the browser and say no to every other kind', async () => {
    const { calls, opened } = setUp();
    await expect(calls.openExternal('https://example.com/')).resolves.toBe(true);
    await expect(calls.openExternal('file:///etc/passwd')).resolves.toBe(false);
    expect(opened).toEqual(['https://example.com/']);
  });

  it('show the menu with keys of known commands, whatever else a page sends', async () => {
    const { calls, menus } = setUp();
    await calls.setMenuKeys({ 'go-catalog': 'Mod+Shift+C', 'go-send': null, 'go-apps': 7, quit: 'Mod+Q' });
    await calls.setMenuKeys('nonsense');
    expect(menus).toEqual([{ 'go-catalog': 'Mod+Shift+C', 'go-send': null }, {}]);
  });

  it('change settings that are known and valid, and refuse what is no change at all', async () => {
    const { calls, changes } = setUp();
    await expect(calls.getDesktop()).resolves.toEqual(STATE);
    const change = { tray: true, notices: 'loud', startAtLogin: 1, windowBounds: {}, hasKeyStore: false };
    await expect(calls.changeDesktop(change)).resolves.toMatchObject({ tray: true, hasKeyStore: true });
    await expect(calls.changeDesktop({ notices: 'silent', startAtLogin: true })).resolves.toBeDefined();
    expect(changes).toEqual([{ tray: true }, { notices: 'silent', startAtLogin: true }]);
    await expect(calls.changeDesktop('tray')).rejects.toThrow('change must be an object');
    await expect(calls.changeDesktop(null)).rejects.toThrow('change must be an object');
  });

  it('hand out what was opened with the program', async () => {
    await expect(setUp().calls.takeOpened()).resolves.toEqual([{ kind: 'screen', path: 'apps' }]);
  });

  it('read the document that the person chose', async () => {
    const { calls } = setUp();
    await expect(calls.openOpenapiFile()).resolves.toEqual({ name: 'api.yaml', text: 'openapi: 3.1.0' });
  });

  it('answer null or false when the person thought better of it', async () => {
    const { calls, written } = setUp({ askOpenPath: async () => null, askSavePath: async () => null });
    await expect(calls.openOpenapiFile()).resolves.toBeNull();
    await expect(calls.saveTextFile('a.json', '{}')).resolves.toBe(false);
    expect(written).toEqual([]);
  });

  it('save text where the person chose', async () => {
    const { calls, written } = setUp();
    await expect(calls.saveTextFile('catalog.json', '{}')).resolves.toBe(true);
    expect(written).toEqual([['/home/me/catalog.json', '{}']]);
  });

  it('refuse arguments of another shape than their types say', async () => {
    const { calls } = setUp();
    await expect(calls.openExternal(7)).rejects.toThrow('url must be a string');
    await expect(calls.openExternal()).rejects.toThrow('url must be a string');
    await expect(calls.openExternal(`https://example.com/${'a'.repeat(9000)}`)).rejects.toThrow('longer');
    await expect(calls.saveTextFile('a.json', { evil: true })).rejects.toThrow('text must be a string');
    await expect(calls.saveTextFile(null, '{}')).rejects.toThrow('suggestedName must be a string');
  });

  it('take only the name of a suggested file, never its folder', () => {
    expect(plainFileName('../../.ssh/authorized_keys')).toBe('authorized_keys');
    expect(plainFileName('..\\..\\start.bat')).toBe('start.bat');
    expect(plainFileName('.bashrc')).toBe('bashrc');
    expect(plainFileName('..')).toBe('posthorn.json');
  });
});
