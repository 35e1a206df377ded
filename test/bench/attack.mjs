// (k) The cost of a hostile customer for everybody else: messages accepted per second, alone and while the holder of a
// portal token sends the slowest possible payload checks, as fast as answers arrive. Both are measured
// alternately on one server.
import { Pool } from 'undici';
import { callApi, createApplication, runLoad } from './processes.mjs';
import { median, ratePerSecond, sort } from './statistics.mjs';

const CONNECTIONS = 50;
const HOSTILE_CONNECTIONS = 8;
/** Alternately: 98 KB of items to compare, and a text that a backtracking expression never decides. */
const ATTACKS = [
  {
    name: 'bench.distinct-items',
    schema: { type: 'array', uniqueItems: true },
    body: JSON.stringify({ payload: Array.from({ length: 9_000 }, (_, n) => ({ n })) }),
  },
  {
    name: 'bench.endless-pattern',
    schema: { type: 'string', pattern: '^(a+)+$' },
    body: JSON.stringify({ payload: `${'a'.repeat(1_500)}!` }),
  },
];

/** @param {import('./processes.mjs').Bench} bench */
export async function measureAttack(bench) {
  const requests = bench.quick ? 20_000 : 40_000;
  const pairs = bench.quick ? 2 : 5;
  const app = await createApplication(bench, [{ path: '/attacked', disabled: true }]);
  for (const { name, schema } of ATTACKS) {
    await callApi(bench, 'PUT', `/event-type/${name}`, { description: '', schemas: { 1: schema } });
  }
  const load = { ...app.messages, requests, connections: CONNECTIONS };
  const rate = async () => ratePerSecond(sort((await runLoad(bench, load)).endedMs));
  const alone = [];
  const attacked = [];
  const counts = { checked: 0, refused: 0 };
  for (let pair = 0; pair < pairs; pair++) {
    // The order alternates from pair to pair, so that drift affects both alike.
    if (pair % 2 === 0) alone.push(await rate());
    const attack = await startAttack(bench, counts);
    attacked.push(await rate());
    await attack.stop();
    if (pair % 2 === 1) alone.push(await rate());
  }
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    pairs,
    ...counts,
    alonePerSecond: Math.round(median(alone)),
    attackedPerSecond: Math.round(median(attacked)),
    ratio: median(alone.map((rate, i) => (attacked[i] ?? 0) / rate)),
  };
}

/**
 * Starts with the full budget of a new customer.
 * @param {import('./processes.mjs').Bench} bench
 * @param {{ checked: number, refused: number }} counts counted up
 */
async function startAttack(bench, counts) {
  const app = await callApi(bench, 'POST', '/app', { name: 'Hostile' });
  const { token } = await callApi(bench, 'POST', `/auth/app-portal-access/${app.id}`, {});
  const pool = new Pool(bench.server.url, { connections: HOSTILE_CONNECTIONS });
  let isOver = false;
  const attacker = async (_none, first) => {
    for (let n = first; !isOver; n += 1) {
      const attack = ATTACKS[n % ATTACKS.length] ?? ATTACKS[0];
      const { statusCode, body } = await pool.request({
        path: `/api/v1/event-type/${attack.name}/check-payload`,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: attack.body,
      });
      await body.text();
      counts[statusCode === 429 ? 'refused' : 'checked'] += 1;
    }
  };
  const attackers = Promise.all(Array.from({ length: HOSTILE_CONNECTIONS }, attacker));
  return {
    async stop() {
      isOver = true;
      await attackers;
      await pool.close();
      await callApi(bench, 'DELETE', `/app/${app.id}`);
    },
  };
}
