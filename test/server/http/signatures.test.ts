import { createPublicKey, verify as verifyWithKey } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { Webhook as OldSvixWebhook } from 'svix-1';
import { beforeEach, expect, test } from 'vitest';
import { newSecret, receiverKey } from '../../../src-server/delivery/connection/signing-secret';
import { FakeClock } from '../../support/fake-clock';
import { type Arrival, startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const clock = new FakeClock(Date.now());
const target = startedOnce(startReceiver);
const server = startedOnce(() => startTestServer({ parts: { clock } }));
let app: string;

beforeEach(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
});

const create = async (body: object = {}) =>
  `${app}/endpoint/${await server.create(`${app}/endpoint`, { url: target.baseUrl, ...body })}`;
const keyOf = async (endpoint: string): Promise<string> =>
  (await server.call('GET', `${endpoint}/secret`)).json.key;
const rotate = (endpoint: string, body?: object) => server.call('POST', `${endpoint}/secret/rotate`, body);

const PAYLOAD = '{"total":1.50,"note":"é"}';

/** Sends a message and returns the resulting request. */
async function deliver(): Promise<Arrival> {
  const before = target.arrivals.length;
  await server.call('POST', `${app}/msg`, undefined, {
    raw: `{"eventType":"invoice.paid","payload":${PAYLOAD}}`,
    headers: { 'content-type': 'application/json' },
  });
  await target.arrived(before + 1);
  const arrival = target.arrivals[before];
  if (!arrival) throw new Error('nothing arrived');
  expect(arrival.body.toString()).toBe(PAYLOAD);
  return arrival;
}

const signaturesOf = ({ headers }: Arrival) => String(headers['webhook-signature']).split(' ');
const versionsOf = (arrival: Arrival) => signaturesOf(arrival).map((entry) => entry.split(',')[0]);

/** Whether the entry at this position was signed with the private key of `publicKey`. */
function isBy(publicKey: string, arrival: Arrival, place: number): boolean {
  const { headers, body } = arrival;
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
  const [version, signature = ''] = signaturesOf(arrival)[place]?.split(',') ?? [];
  return version === 'v1a' && verifyWithKey(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}

/** Verifies with each official library, which know only v1, that one entry was signed with this secret. */
function librariesAccept(secret: string, { headers, body }: Arrival): boolean[] {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return [new StandardWebhook(secret), new SvixWebhook(secret), new OldSvixWebhook(secret)].map((library) => {
    try {
      library.verify(body.toString(), plain);
      return true;
    } catch {
      return false;
    }
  });
}
const ALL = [true, true, true];
const NONE = [false, false, false];

test('an endpoint with a pair of keys shows the public one and gets v1a signatures', async () => {
  const secret = newSecret('ed25519');
  const endpoint = await create({ secret });
  const key = await keyOf(endpoint);
  expect(key).toBe(receiverKey(secret));
  const arrival = await deliver();
  expect(versionsOf(arrival)).toEqual(['v1a']);
  expect(arrival.headers['svix-signature']).toBe(arrival.headers['webhook-signature']);
  expect(isBy(key, arrival, 0)).toBe(true);
  expect(isBy(receiverKey(newSecret('ed25519')), arrival, 0)).toBe(false);
});

test('during a rotation the new key signs first and each old one beside it, whatever their kinds', async () => {
  const [first, pair, last] = [newSecret(), newSecret('ed25519'), newSecret()];
  const endpoint = await create({ secret: first });
  expect((await rotate(endpoint, { key: pair, gracePeriodSeconds: 3600 })).status).toBe(204);
  expect(await keyOf(endpoint)).toBe(receiverKey(pair));
  const two = await deliver();
  expect(versionsOf(two)).toEqual(['v1a', 'v1']);
  expect(isBy(receiverKey(pair), two, 0)).toBe(true);
  expect(librariesAccept(first, two)).toEqual(ALL);

  expect((await rotate(endpoint, { key: last, gracePeriodSeconds: 60 })).status).toBe(204);
  const three = await deliver();
  expect(versionsOf(three)).toEqual(['v1', 'v1a', 'v1']);
  expect(isBy(receiverKey(pair), three, 1)).toBe(true);
  for (const secret of [first, last]) expect(librariesAccept(secret, three)).toEqual(ALL);
  expect(librariesAccept(newSecret(), three)).toEqual(NONE);

  clock.advance(61_000);
  const without = await deliver();
  expect(versionsOf(without)).toEqual(['v1', 'v1']);
});

test('an old key signs until its grace period ends, and after a restart as well', async () => {
  const [first, second] = [newSecret('ed25519'), newSecret()];
  const endpoint = await create({ secret: first });
  await rotate(endpoint, { key: second, gracePeriodSeconds: 60 });
  await server.restart();
  const during = await deliver();
  expect(versionsOf(during)).toEqual(['v1', 'v1a']);
  expect(isBy(receiverKey(first), during, 1)).toBe(true);
  clock.advance(59_000);
  expect(versionsOf(await deliver())).toEqual(['v1', 'v1a']);
  clock.advance(2000);
  expect(versionsOf(await deliver())).toEqual(['v1']);
});

test('a rotation without a key makes one of the same kind', async () => {
  const endpoint = await create({ secret: newSecret('ed25519') });
  const before = await keyOf(endpoint);
  await rotate(endpoint, {});
  const after = await keyOf(endpoint);
  expect(after).toMatch(/^whpk_/);
  expect(after).not.toBe(before);
  const arrival = await deliver();
  expect([isBy(after, arrival, 0), isBy(before, arrival, 1)]).toEqual([true, true]);
});

test('a rotation without a grace period ends the old key at once, and ten old ones do not stand in its way', async () => {
  const endpoint = await create();
  for (let i = 0; i < 10; i++) expect((await rotate(endpoint)).status).toBe(204);
  const refused = await rotate(endpoint);
  expect([refused.status, refused.json.code]).toEqual([400, 'limit_reached']);
  const leaked = await keyOf(endpoint);
  expect((await rotate(endpoint, { gracePeriodSeconds: 0 })).status).toBe(204);
  const arrival = await deliver();
  expect(versionsOf(arrival)).toHaveLength(11);
  expect(librariesAccept(leaked, arrival)).toEqual(NONE);
  expect(librariesAccept(await keyOf(endpoint), arrival)).toEqual(ALL);
});

test('a pair of keys may replace a secret by PATCH, in either spelling', async () => {
  const secret = newSecret('ed25519');
  const endpoint = await create();
  const patched = await server.call('PATCH', endpoint, { secret: secret.replace('whsk_', 'whsk1_') });
  expect(patched.status).toBe(200);
  expect(patched.text).not.toMatch(/whs\w*_/);
  expect(await keyOf(endpoint)).toBe(receiverKey(secret));
  expect(isBy(receiverKey(secret), await deliver(), 0)).toBe(true);
});

test('a key that cannot sign is refused wherever one is given, and the old one stays', async () => {
  const endpoint = await create();
  const before = await keyOf(endpoint);
  const broken = `whsk_${Buffer.alloc(64, 1).toString('base64')}`;
  const publicKey = receiverKey(newSecret('ed25519'));
  for (const key of [broken, publicKey]) {
    const responses = [
      await server.call('POST', `${app}/endpoint`, { url: target.baseUrl, secret: key }),
      await server.call('PATCH', endpoint, { secret: key }),
      await rotate(endpoint, { key }),
    ];
    expect(responses.map(({ status, json }) => [status, json.detail[0].loc])).toEqual([
      [422, ['body', 'secret']],
      [422, ['body', 'secret']],
      [422, ['body', 'key']],
    ]);
  }
  expect(await keyOf(endpoint)).toBe(before);
});

test('the settings say which kind a new endpoint gets, by POST and by PUT', async () => {
  expect((await server.call('GET', '/settings')).json.defaultSecretType).toBe('hmac256');
  expect((await server.call('PATCH', '/settings', { defaultSecretType: 'rsa' })).status).toBe(422);
  expect(await keyOf(await create())).toMatch(/^whsec_/);
  const change = await server.call('PATCH', '/settings', { defaultSecretType: 'ed25519' });
  expect([change.status, change.json.defaultSecretType]).toEqual([200, 'ed25519']);
  try {
    expect(await keyOf(await create())).toMatch(/^whpk_/);
    await server.call('PUT', `${app}/endpoint/put`, { url: target.baseUrl });
    expect(await keyOf(`${app}/endpoint/put`)).toMatch(/^whpk_/);
  } finally {
    await server.call('PATCH', '/settings', { defaultSecretType: 'hmac256' });
  }
});

test('the settings say which families of headers are sent: both, or webhook-* alone', async () => {
  await create();
  const families = async (settings: object): Promise<readonly string[]> => {
    await server.call('PATCH', '/settings', settings);
    const { headers } = await deliver();
    return ['webhook', 'svix'].filter((family) => headers[`${family}-signature`] !== undefined);
  };
  expect(await families({})).toEqual(['webhook', 'svix']);
  expect(await families({ whitelabelHeaders: true })).toEqual(['webhook']);
  expect(await families({ sendSvixWebhookHeaders: true })).toEqual(['webhook', 'svix']);
  await server.call('PATCH', '/settings', { whitelabelHeaders: false, sendSvixWebhookHeaders: false });
});
