import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { ServerLog } from '../../src-main/server-log';
import { newFolder } from '../support/new-folder';
import { startedForEach } from '../support/started';

const folder = startedForEach(newFolder);
let file: string;
beforeEach(() => {
  file = folder.file('logs', 'service.log');
});

describe('the log of the server process', () => {
  it('is a file that goes on after a restart, and that nobody else may read', () => {
    new ServerLog(file).write('one\n');
    new ServerLog(file).write('two\n');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('keeps the newest lines, whole ones, as people read them', () => {
    const log = new ServerLog(file);
    log.write('{"level":50,"time":"2026-11-24T15:38:52.123Z","msg":"could not write",');
    log.write('"err":{"message":"disk full"}}\nSegmentation fault\n\nunfinished');
    expect(log.newest(5)).toEqual(['15:38:52 could not write disk full', 'Segmentation fault']);
    log.write('\n');
    expect(log.newest(1)).toEqual(['unfinished']);
    log.write(`${'x'.repeat(10_000)}\n`);
    expect(log.newest(1)[0]).toHaveLength(200);
  });

  it('is at most two files of the limit', () => {
    const log = new ServerLog(file, 1_000);
    for (let line = 0; line < 100; line++) log.write(`${String(line).padStart(99)}\n`);
    expect(statSync(file).size).toBeLessThanOrEqual(1_100);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1_100);
    expect(existsSync(`${file}.2`)).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain('99\n');
  });

  it('stays in memory when the file cannot be written', () => {
    const log = new ServerLog(file);
    rmSync(folder.file('logs'), { recursive: true });
    log.write('still here\n');
    expect(log.newest(1)).toEqual(['still here']);
  });
});
