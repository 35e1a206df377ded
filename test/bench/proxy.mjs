// (l) What a proxy on the way out costs: messages accepted and delivered at once by two servers by turns, one of which
// sends through a proxy that is a process of its own. The proxy's own work is part of it: all share the machine.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import {
  createApplication,
  readArrivals,
  resetReceiver,
  runLoad,
  startHelper,
  waitForArrivals,
} from './processes.mjs';
import { median, ratePerSecond, sort } from './statistics.mjs';

const CONNECTIONS = 50;

/** @param {import('./processes.mjs').Bench} shared */
export async function measureProxy(shared) {
  const requests = shared.quick ? 4_000 : 15_000;
  const pairs = shared.quick ? 2 : 5;
  const proxy = await startHelper('connect-proxy.mjs');
  const servers = [];
  try {
    const direct = { ...shared, server: await startOwnServer() };
    servers.push(direct.server);
    const args = ['--proxy', `http://127.0.0.1:${proxy.port}`];
    const proxied = { ...shared, server: await startOwnServer({ args }) };
    servers.push(proxied.server);
    const run = await rounds(direct, requests);
    const runProxied = await rounds(proxied, requests);
    await run();
    await runProxied();
    const without = [];
    const through = [];
    for (let pair = 0; pair < pairs; pair++) {
      // The order alternates from pair to pair, so that drift affects both alike.
      if (pair % 2 === 0) without.push(await run());
      through.push(await runProxied());
      if (pair % 2 === 1) without.push(await run());
    }
    return {
      pairs,
      requests,
      directPerSecond: Math.round(median(without)),
      proxiedPerSecond: Math.round(median(through)),
      ratio: median(without.map((rate, pair) => (through[pair] ?? 0) / rate)),
    };
  } finally {
    for (const server of servers) await server.stop();
    proxy.stop();
  }
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} requests of one round
 * @returns a round; its response is the messages that arrived per second
 */
async function rounds(bench, requests) {
  const app = await createApplication(bench, [{ path: '/proxy' }]);
  return async () => {
    await resetReceiver(bench);
    await runLoad(bench, { ...app.messages, requests, connections: CONNECTIONS });
    await waitForArrivals(bench, requests, 120_000);
    return ratePerSecond(sort((await readArrivals(bench)).get('/proxy') ?? []));
  };
}
