import { expect, test } from 'vitest';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import type { TargetConsentRecord } from '../../../src-server/storage/installation/target-consent-store';
import { receiver, rig } from '../../support/delivery-rig';

const INTRANET = { kind: 'host', target: 'intranet.test' } as const;

function liveConsents() {
  let consents: readonly Pick<TargetConsentRecord, 'kind' | 'target'>[] = [INTRANET];
  return {
    guard: createAddressGuard({ allowTargets: [], allowLoopback: false, consents: () => consents }),
    set(...next: (typeof consents)[number][]) {
      consents = next;
    },
  };
}

test('withdrawing consent stops the sends to a target, and giving it again resumes them', async () => {
  const target = await receiver();
  const consents = liveConsents();
  const engine = await rig({
    guard: consents.guard,
    resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  await engine.addEndpoint(`http://intranet.test:${target.port}/`);
  await engine.send();
  await engine.recorded(1);
  consents.set();
  engine.delivery.consentRevoked();
  await engine.send();
  await engine.send();
  await engine.recorded(3);
  expect([target.arrivals.length, target.connections()]).toEqual([1, 1]);
  expect(engine.attempts.map((attempt) => attempt.statusText)).toEqual(['success', 'fail', 'fail']);
  consents.set(INTRANET);
  await engine.send();
  await engine.recorded(4);
  expect(target.arrivals).toHaveLength(2);
});

test('a retry is checked again: a delivery that waits when consent is withdrawn is not sent', async () => {
  const consents = liveConsents();
  const target = await receiver(() => {
    consents.set();
    return { status: 500 };
  });
  const engine = await rig({
    guard: consents.guard,
    scheduleS: [0.02],
    resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  await engine.addEndpoint(`http://intranet.test:${target.port}/`);
  await engine.send();
  await engine.recorded(2);
  expect(target.arrivals).toHaveLength(1);
  expect(await engine.rows('SELECT response FROM attempt ORDER BY id')).toEqual([
    { response: '' },
    { response: 'requests to this address are blocked' },
  ]);
});
