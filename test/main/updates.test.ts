import { describe, expect, it } from 'vitest';
import { type UpdateSource, Updates } from '../../src-main/updates';

/** Updates whose source, user and timers the test controls. */
function setUp(
  options: { found?: (string | null)[]; choices?: boolean[]; download?: () => Promise<void> } = {},
) {
  const events: string[] = [];
  const found = [...(options.found ?? [])];
  const choices = [...(options.choices ?? [])];
  let fail: (cause: unknown) => void = () => {};
  let timer: { delayMs: number; task: () => void } | null = null;
  let timerSet = () => {};
  const source: UpdateSource = {
    find: async () => {
      events.push('find');
      const next = found.shift();
      if (next === undefined) throw new Error('the update server does not answer');
      return next;
    },
    download: async () => {
      events.push('download');
      await options.download?.();
    },
    install: (onFailure) => {
      events.push('install');
      fail = onFailure;
    },
  };
  const updates = new Updates({
    source,
    ask: async (version) => {
      events.push(`ask ${version}`);
      return choices.shift() ?? false;
    },
    quit: () => void events.push('quit'),
    after: (delayMs, task) => {
      timer = { delayMs, task };
      timerSet();
    },
    log: (line) => void events.push(line),
  });
  return {
    updates,
    events,
    delayMs: () => timer?.delayMs ?? null,
    /** Lets the next look begin, and resolves when it has set the timer for the one after it, or has ended. */
    look: (until: 'next timer' | 'quit' = 'next timer') =>
      new Promise<void>((done) => {
        const task = timer?.task;
        timer = null;
        timerSet = done;
        task?.();
        if (until === 'quit') setImmediate(done);
      }),
    failToInstall: (cause: unknown) => fail(cause),
  };
}

describe('Updates', () => {
  it('looks soon after the start and then every six hours', async () => {
    const { updates, events, delayMs, look } = setUp({ found: [null, null] });
    updates.start();
    expect(delayMs()).toBe(30_000);
    expect(events).toEqual([]);
    await look();
    expect(delayMs()).toBe(6 * 3_600_000);
    await look();
    expect(events).toEqual(['find', 'find']);
  });

  it('downloads a newer version and asks; without the press nothing is installed, not even by a quit', async () => {
    const { updates, events, look } = setUp({ found: ['1.2.0'], choices: [false] });
    updates.start();
    await look();
    expect(events).toEqual(['find', 'download', 'ask 1.2.0']);
    expect(updates.installWhenChosen()).toBe(false);
    expect(events).not.toContain('install');
  });

  it('quits when the user chooses to, and installs only when the quit has stopped the server', async () => {
    const { updates, events, look, delayMs } = setUp({ found: ['1.2.0'], choices: [true] });
    updates.start();
    await look('quit');
    expect(events).toEqual(['find', 'download', 'ask 1.2.0', 'quit']);
    expect(delayMs()).toBeNull();
    expect(updates.installWhenChosen()).toBe(true);
    expect(events.at(-1)).toBe('install');
    expect(updates.installWhenChosen()).toBe(false);
  });

  it('asks once for each version', async () => {
    const { updates, events, look } = setUp({ found: ['1.2.0', '1.2.0', '1.3.0'] });
    updates.start();
    for (let n = 0; n < 3; n++) await look();
    expect(events.filter((event) => event.startsWith('ask'))).toEqual(['ask 1.2.0', 'ask 1.3.0']);
  });

  it('says why a look or a download failed, and looks again', async () => {
    const { updates, events, look, delayMs } = setUp({
      found: ['1.2.0'],
      download: () => Promise.reject(new Error('sha512 checksum mismatch')),
    });
    updates.start();
    await look();
    expect(events.at(-1)).toBe('An update could not be checked for or downloaded: sha512 checksum mismatch');
    await look();
    expect(events.at(-1)).toContain('the update server does not answer');
    expect(delayMs()).toBe(6 * 3_600_000);
  });

  it('ends the program when the installation fails, since its server has stopped', async () => {
    const { updates, events, look, failToInstall } = setUp({ found: ['1.2.0'], choices: [true] });
    updates.start();
    await look('quit');
    updates.installWhenChosen();
    failToInstall(new Error('no permission'));
    expect(events.slice(-2)).toEqual(['An update could not be installed: no permission', 'quit']);
  });
});
