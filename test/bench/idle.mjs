// (d) Ten thousand endpoints with limits and nothing to send: what they cost an idle server, against one that has
// none. In processor time, which a busy machine does not distort much. And the memory of an endpoint, as it mostly is and
// as large as it may be: the server keeps all of them in memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { memoryBytes, processorMs } from './process-cost.mjs';
import { createApplication } from './processes.mjs';

const ENDPOINTS = 10_000;
/** As many of them are then as large as they may be. */
const LARGE_ENDPOINTS = 1_000;
const HEADERS = 50;
const HEADERS_BYTES = 8 * 1024;
const ALL_BYTES = 72 * 1024;
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
    const path = join(dataDir, 'posthorn.db');
    await multiply(path, app.appId);
    const many = await measure(dataDir, idleMs);
    await enlarge(path);
    const large = await measure(dataDir, 0);
    return { endpoints: ENDPOINTS, idleMs, none, many, bytesEach: bytesEach({ none, many, large }) };
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
 * @typedef {Awaited<ReturnType<typeof measure>>} Measured
 * @param {{ none: Measured, many: Measured, large: Measured }} measured
 * @returns {{ small: number, large: number } | null} null: the memory is not known
 */
function bytesEach({ none, many, large }) {
  if (none.memoryBytes === null || many.memoryBytes === null || large.memoryBytes === null) return null;
  const small = (many.memoryBytes - none.memoryBytes) / (ENDPOINTS - 1);
  return { small, large: small + (large.memoryBytes - many.memoryBytes) / LARGE_ENDPOINTS };
}

/**
 * Copies the one endpoint; through the API this would take a minute.
 * @param {string} path
 * @param {string} appId
 */
function multiply(path, appId) {
  return runSql(
    path,
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
     INSERT INTO endpoint (id, app_id, url, rate_limit, secret, created_at, updated_at)
     SELECT substr(endpoint.id, 1, 20) || printf('%010d', value), app_id, url, 1 + value % 100, secret, created_at,
       updated_at
     FROM endpoint, n WHERE app_id = ?`,
    [ENDPOINTS - 1, appId],
  );
}

/** @param {string} path */
function enlarge(path) {
  const valueBytes = HEADERS_BYTES / HEADERS - 20;
  const header = (/** @type {number} */ n) => [
    `x-large-${String(n).padStart(2, '0')}`,
    'v'.repeat(valueBytes),
  ];
  const headers = Object.fromEntries(Array.from({ length: HEADERS }, (_, n) => header(n)));
  return runSql(
    path,
    `UPDATE endpoint SET headers = ?, description = ?
     WHERE id IN (SELECT id FROM endpoint ORDER BY id DESC LIMIT ?)`,
    [JSON.stringify(headers), 'd'.repeat(ALL_BYTES - HEADERS_BYTES - 1024), LARGE_ENDPOINTS],
  );
}

/**
 * @param {string} path
 * @param {string} sql
 * @param {readonly unknown[]} params
 */
async function runSql(path, sql, params) {
  const db = new sqlite3.Database(path);
  await new Promise((resolve, reject) => {
    db.run(sql, params, (error) => (error ? reject(error) : resolve(undefined)));
  });
  await new Promise((resolve) => db.close(resolve));
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
