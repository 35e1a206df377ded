import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { FakeClock } from '../fake-clock';
import { TEST_ADMIN_TOKEN } from '../start-posthorn';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A server in this process whose time stands still until it is advanced. */
export interface StillServer {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly clock: FakeClock;
  /** Stops it, and removes its folder. */
  dispose(): Promise<void>;
}

/**
 * Starts the server from its current source, on a free port with the built pages. @param wallMs the time on its clock
 */
export async function startStillServer(wallMs: number): Promise<StillServer> {
  await mkdir(join(ROOT, 'out'), { recursive: true });
  // Below `out/`, where packages are found.
  const folder = await mkdtemp(join(ROOT, 'out/test-still-'));
  const { FakeClock: Clock, findBuiltParts, startServer } = await buildParts(folder);
  const clock = new Clock(wallMs);
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-still-'));
  const { random } = Math;
  // Retries have random jitter: here it is always the same.
  Math.random = () => 0.5;
  const running = await startServer(
    {
      dataDir,
      port: 0,
      host: '127.0.0.1',
      adminToken: TEST_ADMIN_TOKEN,
      metricsToken: null,
      allowTargets: [],
      workstation: true,
      retryScheduleS: [300, 3600, 18_000],
      requestTimeoutS: 15,
      retentionDays: 90,
      disableAfterHours: 120,
      logLevel: 'silent',
    },
    { ...findBuiltParts(pathToFileURL(join(ROOT, 'out/main/posthorn.js')).href), clock },
  );
  return {
    baseUrl: running.baseUrl,
    adminToken: running.adminToken,
    clock,
    async dispose() {
      // A stop waits for what is in flight, at most for a time measured on this clock.
      const stopped = running.stop();
      clock.advance(60_000);
      await stopped;
      Math.random = random;
      await rm(dataDir, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildParts(folder: string): Promise<typeof import('./server-parts')> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'test/support/still/server-parts.ts',
      outDir: folder,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return import(pathToFileURL(join(folder, 'server-parts.mjs')).href);
}
