import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBuiltParts } from '../../../src-server/built-parts';
import type { startServer } from '../../../src-server/server';
import { FakeClock } from '../fake-clock';
import { TEST_ADMIN_TOKEN } from '../start-posthorn';

/** The built server: from its source, a browser test cannot load it. */
const SERVER = pathToFileURL(resolve(import.meta.dirname, '../../../out/main/server.js')).href;

/** A server in this process whose time stands still until it is advanced. */
export interface StillServer {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly clock: FakeClock;
  /** Stops it, and removes its folder. */
  dispose(): Promise<void>;
}

/** Starts the built server on a free port, with the built pages. @param wallMs the time on its clock */
export async function startStillServer(wallMs: number): Promise<StillServer> {
  const program: { readonly startServer: typeof startServer } = await import(SERVER);
  const clock = new FakeClock(wallMs);
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-still-'));
  const { random } = Math;
  // Retries have random jitter: here it is always the same.
  Math.random = () => 0.5;
  const running = await program.startServer(
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
    { ...findBuiltParts(SERVER), clock },
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
    },
  };
}
