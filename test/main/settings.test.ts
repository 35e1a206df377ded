import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings, writeSettings } from '../../src-main/settings';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const AT_FIRST = { windowBounds: null, windowMaximized: false };

describe('settings', () => {
  it('come back as they were written, in a folder that need not exist', () => {
    const file = join(folder, 'new', 'settings.json');
    const settings = { windowBounds: { x: -5, y: 7, width: 900, height: 600 }, windowMaximized: true };
    writeSettings(file, settings);
    expect(readSettings(file)).toEqual(settings);
    expect(readdirSync(join(folder, 'new'))).toEqual(['settings.json']);
  });

  it('are those of a first start when there is no file', () => {
    expect(readSettings(join(folder, 'none.json'))).toEqual(AT_FIRST);
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
    const file = join(folder, 'settings.json');
    writeFileSync(file, text);
    expect(readSettings(file)).toEqual(AT_FIRST);
  });
});
