import { beforeEach, expect, test } from 'vitest';
import { Handover } from '../../../src-server/delivery/engine/handover';
import { FakeClock } from '../../support/fake-clock';

let taken: string[];
let looked: string[];
let handover: Handover<number>;

beforeEach(() => {
  taken = [];
  looked = [];
  handover = new Handover<number>(
    new FakeClock(),
    (endpointId, item) => taken.push(`${endpointId}:${item}`),
    (endpointId) => looked.push(endpointId),
  );
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Uses up what may be handed over in this turn. */
function fillTurn(): void {
  for (let n = 0; n < 256; n += 1) handover.add(`ep_${n}`, 0, false);
}

test('stored deliveries are handed over at once, and their queue is served', () => {
  handover.add('ep_a', 1, false);
  expect(taken).toEqual(['ep_a:1']);
  expect(looked).toEqual(['ep_a']);
});

test('of very many, 256 are handed over per turn of the event loop', async () => {
  for (let n = 0; n < 600; n += 1) handover.add(`ep_${n}`, n, false);
  expect(taken).toHaveLength(256);
  await turn();
  expect(taken).toHaveLength(512);
  await turn();
  expect(taken).toEqual(Array.from({ length: 600 }, (_, n) => `ep_${n}:${n}`));
});

test('those of one endpoint keep their order, and its queue is served afterwards', async () => {
  fillTurn();
  handover.add('ep_late', 1, false);
  handover.add('ep_late', 2, false);
  await turn();
  handover.add('ep_late', 3, false);
  expect(taken.slice(256)).toEqual(['ep_late:1', 'ep_late:2', 'ep_late:3']);
  expect(looked.slice(256)).toEqual(['ep_late', 'ep_late']);
});

test('serving a queue first takes over its pending deliveries, once', async () => {
  fillTurn();
  handover.add('ep_late', 1, false);
  handover.takeOver('ep_late');
  expect(taken.slice(256)).toEqual(['ep_late:1']);
  await turn();
  expect(taken).toHaveLength(257);
});

test('an urgent one is handed over at once, after those pending for the same endpoint', () => {
  fillTurn();
  handover.add('ep_late', 1, false);
  handover.add('ep_late', 2, true);
  expect(taken.slice(256)).toEqual(['ep_late:1', 'ep_late:2']);
});
