import { createPublicKey, verify as verifyWithKey } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Webhook2 } from 'svix';
import { Webhook as Webhook1 } from 'svix-1';
import { Webhook as Webhook124 } from 'svix-1-24';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src-server/delivery/connection/signing-secret';
import { FakeClock } from '../support/fake-clock';
import type { Arrival } from '../support/receiver';
import { fileBench } from './bench';
import { VERSIONS } from './clients';

/**
 * Every unmodified official library verifies what a receiver gets, before, during and after a rotation.
 * None of them knows Ed25519 signatures (v1a): Node verifies those, according to the standard.
 */

const clock = new FakeClock(Date.now());
const bench = fileBench({ parts: { clock } });
const PAYLOAD = '{"total":1.50,"note":"é","big":12345678901234567890}';

const LIBRARIES = [
  { library: 'svix 1.24', Webhook: Webhook124, families: ['svix', 'webhook'] },
  { library: 'svix 1.99', Webhook: Webhook1, families: ['svix', 'webhook'] },
  { library: 'svix 2.5', Webhook: Webhook2, families: ['svix', 'webhook'] },
  { library: 'standardwebhooks', Webhook: StandardWebhook, families: ['webhook'] },
] as const;

/** An application with one endpoint, and a function that sends a message to it and returns what arrives. */
async function signed(secret?: string) {
  const app = await bench.app();
  const endpoint = await bench.endpoint(app, secret ? { secret } : {});
  const path = `/app/${app}/endpoint/${endpoint}`;
  return {
    app,
    endpoint,
    key: async (): Promise<string> => (await bench.api('GET', `${path}/secret`)).key,
    async deliver(): Promise<Arrival> {
      const before = bench.receiver.arrivals.length;
      const raw = `{"eventType":"order.paid","payload":${PAYLOAD}}`;
      const { status } = await bench.server.call('POST', `/app/${app}/msg`, undefined, {
        raw,
        headers: JSON_BODY,
      });
      expect(status).toBe(202);
      await bench.receiver.arrived(before + 1);
      return bench.receiver.arrivals[before] as Arrival;
    },
  };
}
const JSON_BODY = { 'content-type': 'application/json' };

/** The headers of one family, with their names as received. */
const headersOf = (arrival: Arrival, family: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(arrival.headers)
      .filter(([name]) => name.startsWith(`${family}-`))
      .map(([name, value]) => [name, String(value)]),
  );
const versionsOf = (arrival: Arrival) =>
  String(arrival.headers['svix-signature'])
    .split(' ')
    .map((entry) => entry.split(',')[0]);

describe.each(LIBRARIES)('$library', ({ library, Webhook, families }) => {
  test.each([...families])('verifies what arrives by its %s-* headers, byte for byte', async (family) => {
    const { key, deliver } = await signed();
    const arrival = await deliver();
    const webhook = new Webhook(await key());
    const result = webhook.verify(arrival.body.toString(), headersOf(arrival, family));
    // The newest one returns nothing; the others return what they verified.
    if (library !== 'svix 2.5') expect(result).toMatchObject({ total: 1.5, note: 'é' });
  });

  test('refuses another body, another secret, another id, and an old time', async () => {
    const { key, deliver } = await signed();
    const arrival = await deliver();
    const headers = headersOf(arrival, 'webhook');
    const webhook = new Webhook(await key());
    const body = arrival.body.toString();
    expect(() => webhook.verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
    const old = String(Number(headers['webhook-timestamp']) - 600);
    expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': old })).toThrow();
  });

  test.each(VERSIONS)(
    'verifies with both secrets during a rotation by svix %s, then with the new one',
    async (version) => {
      const { app, endpoint, key, deliver } = await signed();
      const old = await key();
      const fresh = newSecret();
      const change = { key: fresh, gracePeriodSeconds: 60 };
      await bench.client(version).call('endpoint.rotateSecret', app, endpoint, change);
      const verify = (secret: string, arrival: Arrival) =>
        new Webhook(secret).verify(arrival.body.toString(), headersOf(arrival, 'webhook'));
      // The oldest client cannot set a duration; the default is a day.
      const graceS = version === '1.24' ? 86_400 : 60;
      const during = await deliver();
      expect(versionsOf(during)).toEqual(['v1', 'v1']);
      for (const secret of [old, fresh]) verify(secret, during);
      // When the default is over, the library that verifies does not matter.
      if (version === '1.24' && library !== 'svix 1.24') return;
      const laterBy = (graceS + 1) * 1000;
      clock.advance(laterBy);
      const after = await deliver();
      clock.setWall(Date.now());
      expect(versionsOf(after)).toEqual(['v1']);
      if (version !== '1.24') {
        verify(fresh, after);
        expect(() => verify(old, after)).toThrow(/signature/i);
      }
    },
  );
});

test('an endpoint with a pair of keys tells its public one, which verifies what arrives, and no library can', async () => {
  const { key, deliver } = await signed(newSecret('ed25519'));
  const publicKey = await key();
  expect(publicKey).toMatch(/^whpk_/);
  const arrival = await deliver();
  expect(versionsOf(arrival)).toEqual(['v1a']);
  const headers = headersOf(arrival, 'webhook');
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const verifier = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${arrival.body.toString()}`;
  const signature = Buffer.from(headers['webhook-signature']?.slice('v1a,'.length) ?? '', 'base64');
  expect(verifyWithKey(null, Buffer.from(content), verifier, signature)).toBe(true);
  expect(verifyWithKey(null, Buffer.from(`${content} `), verifier, signature)).toBe(false);
  for (const { Webhook } of LIBRARIES)
    expect(() => new Webhook(newSecret()).verify(arrival.body.toString(), headers)).toThrow();
});

test('during a rotation from a pair of keys to a secret every library finds the signature it knows', async () => {
  const { app, endpoint, deliver } = await signed(newSecret('ed25519'));
  const secret = newSecret();
  await bench.client('2.5').call('endpoint.rotateSecret', app, endpoint, { key: secret });
  const arrival = await deliver();
  expect(versionsOf(arrival)).toEqual(['v1', 'v1a']);
  for (const { Webhook } of LIBRARIES)
    new Webhook(secret).verify(arrival.body.toString(), headersOf(arrival, 'webhook'));
});
