import { afterEach, expect, test } from 'vitest';
import { type DeliveryRig, startDeliveryRig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { type Receiver, startReceiver } from '../../support/receiver';

let rig: DeliveryRig;
let receiver: Receiver;

afterEach(async () => {
  await rig.dispose();
  await receiver.close();
});

test('nothing leaves once the machine is about to sleep, and each endpoint goes on at its limit when it wakes', async () => {
  const clock = new FakeClock();
  receiver = await startReceiver();
  rig = await startDeliveryRig({ clock });
  await rig.addEndpoint(`${receiver.baseUrl}/`, { rateLimit: 5 });
  rig.delivery.sleep();
  for (let n = 0; n < 3; n++) await rig.send();
  clock.advance(5_000);
  expect(rig.delivery.load().inFlight).toBe(0);
  clock.setWall(clock.now() + 8 * 3_600_000);
  rig.delivery.wake();
  await receiver.arrived(1);
  expect(receiver.arrivals).toHaveLength(1); // the slots of eight hours are not made up for
  for (let n = 2; n <= 3; n++) {
    clock.advance(1_000);
    await receiver.arrived(n);
  }
  await rig.recorded(3);
});

test('a retry that became due while the machine slept leaves when it wakes, not when a timer looks again', async () => {
  const clock = new FakeClock();
  receiver = await startReceiver((_arrival, count) => ({ status: count === 1 ? 500 : 200 }));
  rig = await startDeliveryRig({ clock, scheduleS: [7_200] });
  await rig.addEndpoint(`${receiver.baseUrl}/`);
  await rig.send();
  await rig.recorded(1);
  rig.delivery.sleep();
  // The clock on the wall goes on in the sleep, the one that timers count by does not.
  clock.setWall(clock.now() + 8 * 3_600_000);
  rig.delivery.wake();
  await receiver.arrived(2);
  await rig.recorded(2);
});
