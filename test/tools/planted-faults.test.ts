import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_FAULTS } from '../faults/page-faults.mjs';
import { plant, withFault } from '../faults/planted-fault.mjs';
import { SERVER_FAULTS } from '../faults/server-faults.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PLANTED_FAULT = resolve(import.meta.dirname, '../faults/planted-fault.mjs');
const all = [...SERVER_FAULTS, ...PAGE_FAULTS];

describe('the planted faults', () => {
  it.each(all.map((fault) => [fault.name, fault] as const))(
    '%s fits the sources of today',
    (_name, fault) => {
      const text = readFileSync(join(ROOT, fault.file), 'utf8');
      expect(withFault(text, fault)).not.toBe(text);
      expect(existsSync(join(ROOT, fault.foundIn))).toBe(true);
    },
  );

  it.each(['name', 'room', 'file'] as const)('have each %s once', (column) => {
    expect(new Set(all.map((fault) => fault[column])).size).toBe(all.length);
  });
});

describe('planting', () => {
  const fault = {
    ...{ name: 'one', room: 'a room', file: 'a.ts', old: 'a < b', planted: 'a <= b' },
    ...{ harm: 'Nobody is harmed.', foundIn: 'a.test.ts' },
  };
  /** Ends of lines and bytes that a careless reader would change. */
  const CONTENT = Buffer.from('\ufeffif (a < b) return;\r\n// ümlaut\n\n', 'utf8');
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  const content = () => readFileSync(join(folder, 'a.ts'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
    git('init', '--quiet');
    writeFileSync(join(folder, 'a.ts'), CONTENT);
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'a');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('changes the file, and puts back each byte', () => {
    const restore = plant(folder, fault);
    expect(content().toString()).toContain('if (a <= b) return;\r\n');
    restore();
    expect(content().equals(CONTENT)).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('puts the file back when %s ends it', async (signal) => {
    const script = `
      import { plant } from ${JSON.stringify(PLANTED_FAULT)};
      plant(${JSON.stringify(folder)}, ${JSON.stringify(fault)});
      console.log('planted');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(child.stdout, 'data');
    expect(content().equals(CONTENT)).toBe(false);
    child.kill(signal);
    await once(child, 'exit');
    expect(content().equals(CONTENT)).toBe(true);
  });

  it('puts the file back when an error ends it', () => {
    const script = `
      import { plant } from ${JSON.stringify(PLANTED_FAULT)};
      plant(${JSON.stringify(folder)}, ${JSON.stringify(fault)});
      throw new Error('unforeseen');`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('unforeseen');
    expect(content().equals(CONTENT)).toBe(true);
  });

  it('refuses a file that differs from the last commit', () => {
    writeFileSync(join(folder, 'a.ts'), 'if (a < b) return 1;\n');
    expect(() => plant(folder, fault)).toThrow('differs from the last commit');
    expect(content().toString()).toBe('if (a < b) return 1;\n');
    writeFileSync(join(folder, 'a.ts'), CONTENT);
  });

  it.each([
    ['no longer occurs', 'a > b', 'occurs 0 times'],
    ['occurs twice', 'r', 'occurs 2 times'],
  ])('refuses a fault whose old text %s', (_how, old, message) => {
    expect(() => plant(folder, { ...fault, old })).toThrow(message);
    expect(content().equals(CONTENT)).toBe(true);
  });
});
