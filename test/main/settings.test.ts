import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeSettings, readSettings } from '../../src-main/settings';
import { newFolder } from '../support/new-folder';
import { startedForEach } from '../support/started';

const folder = startedForEach(newFolder);

const AT_FIRST = {
  tray: false,
  notices: 'on',
  startAtLogin: false,
  windowBounds: null,
  windowMaximized: false,
  trayExplained: false,
};

describe('settings', () => {
  it('come back as they were written, in a folder that need not exist', () => {
    const file = folder.file('new', 'settings.json');
    const settings = {
      tray: true,
      notices: 'silent',
      startAtLogin: true,
      windowBounds: { x: -5, y: 7, width: 900, height: 600 },
      windowMaximized: true,
      trayExplained: true,
    } as const;
    changeSettings(file, settings);
    expect(readSettings(file)).toEqual(settings);
    expect(readdirSync(folder.file('new'))).toEqual(['settings.json']);
  });

  it('keep what a change does not name', () => {
    const file = folder.file('settings.json');
    changeSettings(file, { tray: true });
    expect(changeSettings(file, { windowMaximized: true })).toEqual({
      ...AT_FIRST,
      tray: true,
      windowMaximized: true,
    });
  });

  it('are those of a first start one by one where they are damaged', () => {
    const file = folder.file('settings.json');
    writeFileSync(file, '{"tray":"yes","notices":"loud","startAtLogin":1,"windowMaximized":true}');
    expect(readSettings(file)).toEqual({ ...AT_FIRST, windowMaximized: true });
  });

  it('are those of a first start when there is no file', () => {
    expect(readSettings(folder.file('none.json'))).toEqual(AT_FIRST);
  });

  it.each([
    '',
    '{"windowBounds"',
    'null',
    '[]',
    '7',
    '{"windowBounds":{"x":1}}',
    '{"windowBounds":{"x":"1","y":0,"width":1e99,"height":1}}',
  ])('are those of a first start when the file holds %j', (text) => {
    const file = folder.file('settings.json');
    writeFileSync(file, text);
    expect(readSettings(file)).toEqual(AT_FIRST);
  });
});
