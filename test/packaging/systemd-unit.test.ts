import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const UNIT = resolve(import.meta.dirname, '../../resources/packaging/posthorn.service');
/** systemd's measure from 0 to 10 of what a service could do; below 2.0 it says OK, and 1.2 is what V8 leaves. */
const MOST_EXPOSURE = 1.4;

const version = systemdVersion();
if (version === null)
  console.warn('SKIPPED: the systemd unit, because systemd-analyze (250 or later) is not here');

describe.skipIf(version === null)('the systemd unit', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-unit-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** systemd-analyze reads a unit by the name of its file. */
  function analyze(command: readonly string[], unit: string): string {
    const file = join(folder, 'posthorn.service');
    writeFileSync(file, unit);
    return execFileSync('systemd-analyze', [...command, file], { encoding: 'utf8', stdio: 'pipe' });
  }

  it('is correct', () => {
    analyze(['verify'], readFileSync(UNIT, 'utf8'));
    expect(() => analyze(['verify'], readFileSync(UNIT, 'utf8').replace('ExecStart=', 'Starts='))).toThrow();
  });

  it(`is exposed by at most ${MOST_EXPOSURE} of 10`, () => {
    const command = ['security', '--offline=true', `--threshold=${MOST_EXPOSURE * 10}`];
    const unit = readFileSync(UNIT, 'utf8');
    expect(analyze(command, unit)).toContain('Overall exposure level for posthorn.service');
    expect(() => analyze(command, unit.replace('PrivateUsers=yes\n', ''))).toThrow();
  });
});

/** The version of systemd-analyze, or null when it is missing or too old to judge a unit that is not installed. */
function systemdVersion(): number | null {
  try {
    const [, number = '0'] =
      /^systemd (\d+)/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' })) ?? [];
    return Number(number) >= 250 ? Number(number) : null;
  } catch {
    return null;
  }
}
