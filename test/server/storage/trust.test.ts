import { expect, test } from 'vitest';
import { Trust } from '../../../src-server/storage/trust';
import { FakeClock } from '../../support/fake-clock';

function trusted(clock: FakeClock): Trust {
  const trust = new Trust(clock, 4500);
  trust.renew(trust.moment());
  return trust;
}

test('it holds for its time, and not a moment longer', () => {
  const clock = new FakeClock();
  const trust = trusted(clock);
  clock.advance(4499);
  expect(trust.holds()).toBe(true);
  clock.advance(1);
  expect(trust.holds()).toBe(false);
});

test('it counts from before the beat was asked for, however late the response comes', () => {
  const clock = new FakeClock();
  const trust = new Trust(clock, 4500);
  const moment = trust.moment();
  clock.advance(4400);
  trust.renew(moment);
  expect(trust.holds()).toBe(true);
  clock.advance(100);
  expect(trust.holds()).toBe(false);
});

test('a machine that slept without counting it ends it at once, also when its clock is set back then', () => {
  const clock = new FakeClock();
  const trust = trusted(clock);
  clock.setWall(clock.now() + 2000);
  expect(trust.holds()).toBe(false);
  clock.setWall(clock.now() - 2000);
  expect(trust.holds()).toBe(false);
  trust.renew(trust.moment());
  expect(trust.holds()).toBe(true);
});

test('a wall clock that is set back, or a little forward, changes nothing', () => {
  const clock = new FakeClock();
  const trust = trusted(clock);
  clock.setWall(0);
  expect(trust.holds()).toBe(true);
  clock.advance(4500);
  expect(trust.holds()).toBe(false);
  trust.renew(trust.moment());
  clock.setWall(clock.now() + 500);
  expect(trust.holds()).toBe(true);
});
