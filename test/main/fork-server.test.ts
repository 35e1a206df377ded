import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { forkServer } from '../../src-main/fork-server';
import type { ServerLog } from '../../src-main/server-log';

const child = vi.hoisted(() => ({ pid: undefined as number | undefined, kill: vi.fn() }));
vi.mock('electron', () => ({
  utilityProcess: { fork: () => Object.assign(new EventEmitter(), child) },
}));

const log = {} as ServerLog; // nothing is written

describe('forkServer', () => {
  it('lets a process be killed that has ended by itself before its exit is known', () => {
    child.pid = spawnSync(process.execPath, ['--version']).pid;
    expect(() => forkServer(log).kill()).not.toThrow();
  });

  it('asks a process to end that has no number yet', () => {
    child.pid = undefined;
    forkServer(log).kill();
    expect(child.kill).toHaveBeenCalledOnce();
  });
});
