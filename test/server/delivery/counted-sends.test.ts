import { expect, test } from 'vitest';
import type { Sender } from '../../../src-server/delivery/connection/sender';
import { rig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { SILENT_TRAFFIC } from '../../support/silent-traffic';

test('a send is counted in the second in which its bytes leave, also where the process stands still before', async () => {
  const clock = new FakeClock();
  const counted: number[] = [];
  const sender: Sender = {
    send(_request, leaves) {
      const sentAt = clock.now();
      leaves();
      clock.advance(1500); // before the bytes of this turn are written
      const result = { kind: 'responded', status: 200, text: '', retryAfter: null } as const;
      return { opening: false, report: Promise.resolve({ result, sentAt, durationMs: 0, written: true }) };
    },
    dropRefused: () => undefined,
    close: () => undefined,
  };
  const traffic = { ...SILENT_TRAFFIC, sent: () => void counted.push(clock.now()) };
  const engine = await rig({ clock, sender, traffic });
  await engine.addEndpoint('http://127.0.0.1:1/');
  const before = clock.now();
  await engine.send();
  await engine.recorded(1);
  expect(counted).toEqual([before + 1500]);
});
