import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chromium } from './chromium';

describe('Chromium', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-chromium-'));
    for (const name of ['close', 'closed']) execFileSync('mkfifo', [join(folder, name)]);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A program that stands in for Chromium, and answers nothing. */
  function start(script: string): Chromium {
    const path = join(folder, 'chromium');
    writeFileSync(path, `#!/bin/sh\ncd '${folder}'\n${script}\n`, { mode: 0o755 });
    vi.stubEnv('CHROMIUM_PATH', path);
    return new Chromium(join(folder, 'profile'));
  }

  it('refuses what it is asked between its end and the news of it, and its program lives on', async () => {
    const chromium = start('read -r line < close; exec 3<&-; echo > closed; exec sleep 600');
    // Without a turn of the event loop, which would bring the news.
    writeFileSync(join(folder, 'close'), '\n');
    readFileSync(join(folder, 'closed'));
    await expect(chromium.ask('Browser.getVersion')).rejects.toThrow('EPIPE');
    chromium.kill();
    await expect(chromium.endpoint).rejects.toThrow('Chromium ended');
  });

  it('refuses what it was asked when it ends by itself', async () => {
    const chromium = start('read -r line < close');
    const pending = chromium.ask('Browser.getVersion');
    writeFileSync(join(folder, 'close'), '\n');
    await expect(pending).rejects.toThrow('Chromium ended');
  });

  it('leaves what it was asked unanswered when its program ends it', async () => {
    const chromium = start('exec sleep 600');
    const settled = vi.fn();
    void chromium.ask('Browser.getVersion').then(settled, settled);
    chromium.kill();
    await expect(chromium.endpoint).rejects.toThrow('Chromium ended');
    expect(settled).not.toHaveBeenCalled();
  });
});
