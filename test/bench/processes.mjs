// Starts the helper processes of a measurement and exchanges messages with them.
import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * @typedef {object} Helper
 * @property {number} port where it listens; 0 when it does not
 * @property {number} pid
 * @property {(message: object) => Promise<any>} ask
 * @property {() => void} stop
 */

/**
 * Starts a file of this folder and waits until it is ready.
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<Helper>}
 */
export function startHelper(file, args = []) {
  const child = fork(join(import.meta.dirname, file), args);
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (cause: Error) => void }>} */
  const pending = new Map();
  let lastId = 0;
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      const cause = new Error(`${file} ended with code ${code}`);
      reject(cause);
      for (const question of pending.values()) question.reject(cause);
    });
    child.on('message', (/** @type {any} */ message) => {
      if (message.id === undefined) {
        resolve({
          port: message.port,
          pid: child.pid ?? 0,
          ask: (question) =>
            new Promise((resolve, fail) => {
              lastId += 1;
              pending.set(lastId, { resolve, reject: fail });
              child.send({ ...question, id: lastId });
            }),
          stop: () => child.disconnect(),
        });
        return;
      }
      const question = pending.get(message.id);
      pending.delete(message.id);
      if (message.error) question?.reject(new Error(message.error));
      else question?.resolve(message);
    });
  });
}

/**
 * What all figures share.
 * @typedef {object} Bench
 * @property {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @property {Helper} receiver
 * @property {Helper} load
 * @property {boolean} quick
 */

/** @param {Bench} bench */
export async function resetReceiver(bench) {
  await bench.receiver.ask({ kind: 'reset' });
}

/**
 * Waits until this many requests have arrived since the last reset.
 * @param {Bench} bench
 * @param {number} count
 * @param {number} patienceMs
 */
export async function waitForArrivals(bench, count, patienceMs) {
  /** @type {NodeJS.Timeout | undefined} */
  let patience;
  const tooLong = new Promise((_, reject) => {
    const cause = new Error(`Not all of ${count} requests arrived within ${patienceMs / 1000} s`);
    patience = setTimeout(() => reject(cause), patienceMs);
  });
  await Promise.race([bench.receiver.ask({ kind: 'wait', count }), tooLong]);
  clearTimeout(patience);
}

/**
 * Arrival times in ms by path, each list in the order of arrival.
 * @param {Bench} bench
 * @returns {Promise<Map<string, number[]>>}
 */
export async function readArrivals(bench) {
  return (await readClocked(bench)).arrivals;
}

/**
 * The same, with the longest delay of the receiver since the last reset, which is the precision of the times.
 * @param {Bench} bench
 * @returns {Promise<{ arrivals: Map<string, number[]>, heldUpMs: number }>}
 */
export async function readClocked(bench) {
  const { arrivals, heldUpMs } = await bench.receiver.ask({ kind: 'read' });
  return { arrivals: new Map(arrivals), heldUpMs };
}

/**
 * Posts, and returns the time of each request and answer.
 * @param {Bench} bench
 * @param {import('./load.mjs').Load} load
 * @returns {Promise<{ startedMs: number[], endedMs: number[] }>}
 */
export function runLoad(bench, load) {
  return bench.load.ask({ load });
}

/**
 * Calls the API of the server.
 * @param {Bench} bench
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 */
export async function callApi(bench, method, path, body) {
  const response = await fetch(`${bench.server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bench.server.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

/**
 * A new application with endpoints at the receiver, one path each.
 * @param {Bench} bench
 * @param {readonly { path: string, rateLimit?: number, disabled?: boolean, channels?: string[], filter?: object }[]} endpoints
 * @returns {Promise<{ appId: string, endpointIds: string[], messages: import('./load.mjs').Load }>} `messages`:
 *   a load of one message a kilobyte large, to be given its numbers
 */
export async function createApplication(bench, endpoints) {
  const app = await callApi(bench, 'POST', '/app', { name: 'Bench' });
  const endpointIds = [];
  for (const { path, ...rest } of endpoints) {
    const url = `http://127.0.0.1:${bench.receiver.port}${path}`;
    endpointIds.push((await callApi(bench, 'POST', `/app/${app.id}/endpoint`, { url, ...rest })).id);
  }
  return {
    appId: app.id,
    endpointIds,
    messages: {
      url: `${bench.server.url}/api/v1/app/${app.id}/msg?with_content=false`,
      headers: { authorization: `Bearer ${bench.server.token}` },
      body: MESSAGE_BODY,
      requests: 1,
      connections: 1,
      expectStatus: 202,
    },
  };
}

/** About a kilobyte, as most webhooks are. */
const filler = 'abcdefghij'.repeat(90);
export const PAYLOAD = JSON.stringify({ id: 1, kind: 'bench', note: filler });
export const MESSAGE_BODY = JSON.stringify({ eventType: 'bench.message', payload: JSON.parse(PAYLOAD) });
