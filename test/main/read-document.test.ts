import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src-main/read-document';
import { newFolder } from '../support/new-folder';
import { startedForEach } from '../support/started';

const folder = startedForEach(newFolder);

const write = (content: string | Uint8Array) => {
  const file = folder.file('api.yaml');
  writeFileSync(file, content);
  return file;
};

const onWindows = process.platform === 'win32';
if (onWindows) console.warn('SKIPPED: documents that are pipes or devices, which Windows does not have');

describe('readDocument', () => {
  it('reads a file whole, with its name and without a mark at its start', async () => {
    const text = 'title: Grüße\n'.repeat(10_000);
    await expect(readDocument(write(`\uFEFF${text}`))).resolves.toEqual({ name: 'api.yaml', text });
    await expect(readDocument(write(''))).resolves.toEqual({ name: 'api.yaml', text: '' });
  });

  it('refuses a file above the limit, and takes one at it', async () => {
    await expect(readDocument(write('12345678'), 8)).resolves.toMatchObject({ text: '12345678' });
    await expect(readDocument(write('123456789'), 8)).rejects.toThrow('It is larger than');
  });

  it('refuses what is not text in UTF-8', async () => {
    await expect(readDocument(write(Buffer.from('fffe6100', 'hex')))).rejects.toThrow('not text in UTF-8');
  });

  it('refuses a folder and a file that is gone', async () => {
    await expect(readDocument(folder.path)).rejects.toThrow('It is not a file.');
    await expect(readDocument(folder.file('none.json'))).rejects.toThrow('It could not be read.');
  });

  it.skipIf(onWindows)('refuses a pipe and a device without waiting for them', async () => {
    const pipe = folder.file('pipe.json');
    execFileSync('mkfifo', [pipe]);
    await expect(readDocument(pipe)).rejects.toThrow('It is not a file.');
    await expect(readDocument('/dev/zero')).rejects.toThrow('It is not a file.');
  });
});
