import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits';
import { ENGLISH_TEXTS } from '../../../src-server/contract/portal-texts/english-texts';
import { listTexts } from '../../../src-server/contract/portal-texts/list-texts';
import { STALL_MAX_MS } from '../../support/longest-stall';
import { type MeasuredServer, startMeasuredServer } from '../../support/measured-server';

let server: MeasuredServer;

beforeAll(async () => {
  server = await startMeasuredServer();
}, 120_000);
afterAll(async () => {
  await server.remove();
});

const counted = [...listTexts(ENGLISH_TEXTS)].filter(([, text]) => /\{count, plural/.test(text));

/** As many texts as a language may have, of this content. */
function filled(text: string): object {
  const room = LIMITS.portalTexts.max - 2_000;
  const paths = counted.map(([path]) => path).slice(0, Math.floor(room / (text.length + 60)));
  return Object.fromEntries(paths.map((path) => [path, text]));
}

const cases = Array.from({ length: 230 }, (_, n) => `=${n}{}`).join(' ');
const numbers = Array.from(
  { length: 40 },
  (_, n) => `{count, number, ::.${'0'.repeat(n % 20)} sign-always}`,
).join('');

test.each([
  ['plurals of very many cases', `{count, plural, ${cases} other{}}`],
  ['very many ways to write a number', numbers],
  ['a brace that is never closed', '{count, plural, other {'.padEnd(1_990, ' ')],
  ['arguments alone', '{count}'.repeat(280)],
])(
  'the largest texts of a language, with %s, hold up nobody',
  async (_what, text) => {
    expect(text.length).toBeLessThanOrEqual(LIMITS.portalText.max);
    const stall = await server.stallOf(async () => {
      const { status } = await server.call('PUT', '/portal/texts/fr', { texts: filled(text) });
      expect([200, 422]).toContain(status);
      await server.call('GET', '/portal/look', undefined, { token: null });
    });
    if (process.env.POSTHORN_STALLS) console.log(_what, Math.round(stall));
    expect(stall).toBeLessThanOrEqual(STALL_MAX_MS);
  },
  60_000,
);
