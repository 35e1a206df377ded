import { expect, test } from 'vitest';
import { startDeliveryRig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startedForEach } from '../../support/started';

const receiver = startedForEach(startReceiver);
const rig = startedForEach(() => startDeliveryRig({ clock }));
const clock = new FakeClock();

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
