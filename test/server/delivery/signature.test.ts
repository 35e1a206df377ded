import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { Webhook as OldSvixWebhook } from 'svix-1';
import { expect, test } from 'vitest';
import { sign } from '../../../src-server/delivery/connection/signature';
import { newSecret, parseSecret } from '../../../src-server/delivery/connection/signing-secret';
import { type RigOptions, receiver, rig } from '../../support/delivery-rig';
import type { Arrival } from '../../support/receiver';

const setUp = async (options?: RigOptions) => ({ engine: await rig(options), target: await receiver() });

const plainHeaders = (arrival: Arrival): Record<string, string> =>
  Object.fromEntries(Object.entries(arrival.headers).map(([name, value]) => [name, String(value)]));

test('the published example has the published signature', () => {
  const key = parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const payload = Buffer.from('{"test": 2432232314}');
  expect(sign([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, payload)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a new secret is whsec_ and 24 random bytes', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('a payload arrives byte for byte, and the official libraries accept its signature', async () => {
  const { engine, target } = await setUp();
  const endpoint = await engine.addEndpoint(`${target.baseUrl}/hook?a=b`);
  const payload = '{"n":1.50,"big":12345678901234567890,"e":"\\u00e9\\/ é 😀","b":1,"a":2}';
  const id = await engine.send(payload);
  await target.arrived(1);
  const [arrival] = target.arrivals;
  if (!arrival) throw new Error('nothing arrived');
  expect(arrival.body.equals(Buffer.from(payload))).toBe(true);
  expect([arrival.method, arrival.path]).toEqual(['POST', '/hook?a=b']);
  expect(arrival.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Posthorn/0.0.0',
    'webhook-id': id,
    'svix-id': id,
  });
  const headers = plainHeaders(arrival);
  new StandardWebhook(endpoint.secret).verify(payload, headers);
  new SvixWebhook(endpoint.secret).verify(payload, headers);
  new OldSvixWebhook(endpoint.secret).verify(payload, headers);
  expect(() => new SvixWebhook(newSecret()).verify(payload, headers)).toThrow();
  expect(() => new SvixWebhook(endpoint.secret).verify(`${payload} `, headers)).toThrow();
});

test('with white labels no svix header is sent', async () => {
  const { engine, target } = await setUp({ whitelabel: () => true });
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await target.arrived(1);
  const [arrival] = target.arrivals;
  if (!arrival) throw new Error('nothing arrived');
  expect(Object.keys(arrival.headers).filter((name) => name.startsWith('svix'))).toEqual([]);
  new StandardWebhook(endpoint.secret).verify('{}', plainHeaders(arrival));
});

test('after a rotation both secrets sign until the old one expires', async () => {
  const { engine, target } = await setUp();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const rotated = { ...endpoint, secret: newSecret() };
  const old = { endpointId: endpoint.id, secret: endpoint.secret };
  engine.delivery.secretRotated(rotated, [{ ...old, expiresAt: Date.now() + 60_000 }]);
  await engine.send();
  await engine.recorded(1);
  engine.delivery.secretRotated(rotated, [{ ...old, expiresAt: Date.now() - 1 }]);
  await engine.send();
  await engine.recorded(2);
  const [during, after] = target.arrivals.map(plainHeaders);
  if (!during || !after) throw new Error('nothing arrived');
  new SvixWebhook(endpoint.secret).verify('{}', during);
  new SvixWebhook(rotated.secret).verify('{}', during);
  new SvixWebhook(rotated.secret).verify('{}', after);
  expect(() => new SvixWebhook(endpoint.secret).verify('{}', after)).toThrow();
});

test('old secrets survive a restart', async () => {
  const { engine, target } = await setUp();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const now = Date.now();
  await engine.endpoints.rotateSecret(endpoint.id, newSecret(), now, now + 60_000, 10);
  engine.kill();
  const later = await engine.restart();
  await later.send();
  await target.arrived(1);
  const [arrival] = target.arrivals;
  if (!arrival) throw new Error('nothing arrived');
  new SvixWebhook(endpoint.secret).verify('{}', plainHeaders(arrival));
});
