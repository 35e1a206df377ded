import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../src-server/sync/secret-box';
import { loadSecretKey } from '../../../src-server/sync/secret-key';
import { newFolder } from '../../support/new-folder';
import { startedForEach } from '../../support/started';

const folder = startedForEach(newFolder);

const key = randomBytes(32);

test('a sealed secret opens again, and is different every time', () => {
  const box = createSecretBox(key);
  const sealed = box.seal('whsec_über', 'row 1');
  expect(sealed).not.toContain('whsec');
  expect(box.open(sealed, 'row 1')).toBe('whsec_über');
  expect(box.seal('whsec_über', 'row 1')).not.toBe(sealed);
});

test('a sealed secret does not open with another key, in another place, or when it was changed', () => {
  const box = createSecretBox(key);
  const sealed = box.seal('secret', 'row 1');
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'row 1')).toThrow();
  expect(() => box.open(sealed, 'row 2')).toThrow();
  const bytes = Buffer.from(sealed.slice(3), 'base64');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    expect(() => box.open(`v1:${changed.toString('base64')}`, 'row 1')).toThrow();
  }
  expect(() => box.open(`v1:${bytes.subarray(0, 20).toString('base64')}`, 'row 1')).toThrow();
  expect(() => box.open(sealed.slice(3), 'row 1')).toThrow(/version/);
});

test('the key is made at first use, kept in a file that only its owner can read, and found again', async () => {
  const made = await loadSecretKey(folder.path, null);
  expect(made.length).toBe(32);
  expect((await stat(folder.file('secret-key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path)).toEqual(['secret-key']);
  expect(await loadSecretKey(folder.path, null)).toEqual(made);
});

test('a key that a shell hands over is used instead and written nowhere', async () => {
  const given = key.toString('hex');
  expect(await loadSecretKey(folder.path, given)).toEqual(Buffer.from(key));
  expect(await readdir(folder.path)).toEqual([]);
});

test('a damaged key file is reported, never replaced', async () => {
  await writeFile(folder.file('secret-key'), 'half a ke');
  await expect(loadSecretKey(folder.path, null)).rejects.toThrow(
    /secret-key is not a key of 64 hexadecimal digits/,
  );
  expect(await readFile(folder.file('secret-key'), 'utf8')).toBe('half a ke');
});
