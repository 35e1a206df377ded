// (d) Ten thousand endpoints with limits and nothing to send: what they cost an idle server, against one that has
// none. In processor time, which a busy machine does not distort much.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { memoryBytes, processorMs } from './process-cost.mjs';
import { createApplication } from './processes.mjs';

const ENDPOINTS = 10_000;
/** The aftermath of a start (compilation, garbage collection) is over by then. */
const SETTLE_MS = 2000;

/** @param {import('./processes.mjs').Bench} shared */
export async function measureIdle(shared) {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-idle-'));
  const idleMs = shared.quick ? 2000 : 10_000;
  try {
    const first = { ...shared, server: await startOwnServer({ dataDir }) };
    const app = await createApplication(first, [{ path: '/idle-endpoint', rateLimit: 5 }]);
    await first.server.stop();
    const none = await measure(dataDir, idleMs);
    await multiply(join(dataDir, 'posthorn.db'), app.appId);
    return { endpoints: ENDPOINTS, idleMs, none, many: await measure(dataDir, idleMs) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} dataDir
 * @param {number} idleMs
 */
async function measure(dataDir, idleMs) {
  const startedMs = performance.now();
  const server = await startOwnServer({ dataDir });
  const readyMs = performance.now() - startedMs;
  try {
    await sleep(SETTLE_MS);
    const before = await processorMs(server.pid);
    await sleep(idleMs);
    const after = await processorMs(server.pid);
    return {
      readyMs,
      memoryBytes: await memoryBytes(server.pid),
      processorMs: before === null || after === null ? null : after - before,
    };
  } finally {
    await server.stop();
  }
}

/**
 * Copies the one endpoint; through the API this would take a minute.
 * @param {string} path
 * @param {string} appId
 */
async function multiply(path, appId) {
  const db = new sqlite3.Database(path);
  await new Promise((resolve, reject) => {
    db.run(
      `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
       INSERT INTO endpoint (id, app_id, url, rate_limit, secret, created_at, updated_at)
       SELECT substr(endpoint.id, 1, 20) || printf('%010d', value), app_id, url, 1 + value % 100, secret, created_at,
         updated_at
       FROM endpoint, n WHERE app_id = ?`,
      [ENDPOINTS - 1, appId],
      (error) => (error ? reject(error) : resolve(undefined)),
    );
  });
  await new Promise((resolve) => db.close(resolve));
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
