import { afterEach, expect, test } from 'vitest';
import { type DeliveryRig, type RigOptions, startDeliveryRig } from '../../support/delivery-rig';
import { type Answer, type Arrival, type Receiver, startReceiver } from '../../support/receiver';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function rig(options?: RigOptions): Promise<DeliveryRig> {
  const started = await startDeliveryRig(options);
  cleanUps.push(() => started.dispose());
  return started;
}

async function receiver(script?: (arrival: Arrival, count: number) => Answer): Promise<Receiver> {
  const started = await startReceiver(script);
  cleanUps.push(() => started.close());
  return started;
}

const numberIn = (arrival: Arrival): number => JSON.parse(arrival.body.toString()).n;

test('messages reach the endpoint in the order they were created', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { rateLimit: 200 });
  await Promise.all(Array.from({ length: 50 }, (_, n) => engine.send(JSON.stringify({ n }))));
  await engine.recorded(50);
  expect(target.arrivals.map(numberIn)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(await engine.deliveries.listLanes()).toEqual([]);
});
