import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeliveryRig, startDeliveryRig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { type Receiver, startReceiver } from '../../support/receiver';

let rig: DeliveryRig;
let receiver: Receiver;
const clock = new FakeClock();

beforeEach(async () => {
  receiver = await startReceiver();
  rig = await startDeliveryRig({ clock });
});

afterEach(async () => {
  await rig.dispose();
  await receiver.close();
});

test.each([null, 5])(
  'while sends are held nothing leaves, and then everything does (limit: %s)',
  async (limit) => {
    await rig.addEndpoint(`${receiver.baseUrl}/`, { rateLimit: limit });
    rig.delivery.hold(true);
    for (let n = 0; n < 3; n++) await rig.send();
    clock.advance(5000);
    expect(rig.delivery.load().inFlight).toBe(0);
    expect(receiver.arrivals).toHaveLength(0);
    rig.delivery.hold(false);
    for (let n = 1; n <= 3; n++) {
      clock.advance(1000);
      await receiver.arrived(n);
    }
    await rig.recorded(3);
  },
);
