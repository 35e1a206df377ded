import { describe, expect, test } from 'vitest';
import { slotOf } from '../../../src-server/cluster/slots';
import { ClusterOfNodes, type TestNode } from '../../support/cluster-of-nodes';

/** An endpoint in each slot. */
const ENDPOINTS = (() => {
  const found: string[] = [];
  for (let n = 0, missing = 256; missing > 0; n++) {
    const id = `ep_${n}`;
    if (found[slotOf(id)] !== undefined) continue;
    found[slotOf(id)] = id;
    missing--;
  }
  return found;
})();

const mayStart = ({ membership }: TestNode) =>
  ENDPOINTS.filter((id) => membership.sendRight.mayStart(id)).length;
const covered = ({ membership }: TestNode) =>
  ENDPOINTS.filter((id) => membership.sendRight.covers(id)).length;
const senders = (nodes: readonly TestNode[]) =>
  ENDPOINTS.map((id) => nodes.filter(({ membership }) => membership.sendRight.mayStart(id)).length);

describe('the nodes that share a database', () => {
  test('the first one has all slots when it has started', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    expect(mayStart(a)).toBe(256);
    expect(a.membership.isHousekeeper()).toBe(true);
    expect(a.membership.state().nodes).toMatchObject([{ id: a.membership.selfId(), beat: 1 }]);
  });

  test('it has started when the engine knows what waits in its slots, and beats meanwhile', async () => {
    const cluster = new ClusterOfNodes();
    let know = () => {};
    const known = new Promise<void>((resolve) => {
      know = resolve;
    });
    let hasStarted = false;
    const listener = { taken: () => known, release: async () => undefined, lost: () => undefined };
    const starting = cluster.start({ listener }).then(() => {
      hasStarted = true;
    });
    await cluster.settle();
    await cluster.pass(3000);
    expect([hasStarted, cluster.table.state().nodes[0]?.beat]).toEqual([false, 4]);
    know();
    await starting;
  });

  test('one that joins has its share within three beats, and every slot has one sender', async () => {
    const cluster = new ClusterOfNodes();
    await cluster.start();
    await cluster.start();
    await cluster.pass(3000);
    expect(cluster.shares()).toEqual([128, 128]);
    await cluster.start();
    await cluster.pass(3000);
    expect(cluster.shares()).toEqual([86, 85, 85]);
    expect(new Set(senders(cluster.nodes))).toEqual(new Set([1]));
  });

  test('a slot with something in flight waits for it, and neither the others nor the beat wait with it', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    for (const slot of a.slots.owned) if (slot === 250) a.slots.makeBusy(slot);
    const b = await cluster.start();
    await cluster.pass(8000);
    expect(cluster.shares()).toEqual([129, 127]);
    expect(a.membership.sendRight.covers(ENDPOINTS[250] ?? '')).toBe(false);
    expect(a.membership.ownerOf(ENDPOINTS[250] ?? '')?.id).toBe(a.membership.selfId());
    a.slots.busy.get(250)?.();
    await cluster.pass(2000);
    expect(cluster.shares()).toEqual([128, 128]);
    expect(b.slots.owned.has(250)).toBe(true);
  });

  test('one that was killed is replaced after a whole lease, and not before', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    await cluster.pass(4900, [b]);
    expect(covered(b)).toBe(128);
    await cluster.pass(2200, [b]);
    expect(mayStart(b)).toBe(256);
    expect(b.membership.state().nodes.find(({ id }) => id === a.membership.selfId())?.diedAt).not.toBeNull();
  });

  test('one that was frozen starts nothing when it goes on, and comes back as another one', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    const before = a.membership.selfId();
    const rejoined: string[] = [];
    a.membership.onRejoined(async () => void rejoined.push(a.membership.selfId()));
    await cluster.pass(8000, [b]);
    a.clock.setWall(a.clock.now() + 8000); // its monotonic clock may have stood still, too
    expect(mayStart(a)).toBe(0);
    await cluster.pass(3000);
    expect(a.membership.selfId()).not.toBe(before);
    expect(rejoined).toEqual([a.membership.selfId()]);
    expect(a.slots.lostCalls).toEqual([128]);
    expect(cluster.shares()).toEqual([128, 128]);
    expect(new Set(senders(cluster.nodes))).toEqual(new Set([1]));
  });

  test('one that was taken for dead takes nothing before what it has cached is new', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    let fails = 2;
    a.membership.onRejoined(async () => {
      if (fails-- > 0) throw new Error('the database has gone');
    });
    await cluster.table.connect().markDead(a.membership.selfId(), 1);
    await cluster.pass(1000);
    expect(a.slots.owned.size).toBe(0);
    await cluster.pass(3000);
    expect(a.slots.owned.size).toBe(256);
  });

  test.each(['request', 'answer'] as const)(
    'one whose %ss are lost is silent within 4.5 s, before another may send, which then sends to all',
    async (cut) => {
      const cluster = new ClusterOfNodes();
      const a = await cluster.start();
      await cluster.start();
      await cluster.pass(3000);
      a.connection.cut = cut;
      for (let passed = 0; passed < 12_000; passed += 100) {
        await cluster.pass(100);
        if (passed >= 4500 && cut === 'request') expect(mayStart(a)).toBe(0);
        expect(Math.max(...senders(cluster.nodes))).toBe(1);
      }
      expect(mayStart(cluster.nodes[1] as TestNode)).toBe(256);
      a.connection.cut = null;
      await cluster.pass(4000);
      expect(cluster.shares()).toEqual([128, 128]);
      expect(new Set(senders(cluster.nodes))).toEqual(new Set([1]));
    },
  );

  test('a reconnect starts the watch of the others anew', async () => {
    const cluster = new ClusterOfNodes();
    await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    await cluster.pass(4000, [b]);
    b.connection.cut = 'request';
    await cluster.pass(1000, [b]);
    b.connection.cut = null;
    await cluster.pass(5000, [b]);
    expect(covered(b)).toBe(128);
    await cluster.pass(3000, [b]);
    expect(covered(b)).toBe(256);
  });

  test('a short cut costs no slot, and says when sends may start again', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    let trusted = 0;
    a.membership.onTrusted(() => trusted++);
    a.connection.cut = 'request';
    await cluster.pass(5000);
    expect(mayStart(a)).toBe(0);
    expect(covered(a)).toBe(256);
    a.connection.cut = null;
    await cluster.pass(1000);
    expect(mayStart(a)).toBe(256);
    expect(trusted).toBe(1);
  });

  test('one whose clock runs a tenth faster never takes what another still sends to', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    a.connection.cut = 'request';
    for (let passed = 0; passed < 9000; passed += 100) {
      b.clock.advance(10);
      await cluster.pass(100);
      expect(Math.max(...senders([a, b]))).toBe(1);
    }
    expect(mayStart(b)).toBe(256);
  });

  test('one that leaves hands over within two seconds, in order, and is gone from the list', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    const [busy] = a.slots.owned;
    if (busy === undefined) throw new Error('it has no slot');
    a.slots.makeBusy(busy);
    await a.membership.beginLeaving();
    expect(covered(a)).toBe(0);
    await cluster.pass(1100);
    expect(b.slots.owned.size).toBe(255);
    a.slots.busy.get(busy)?.();
    await cluster.settle();
    await cluster.pass(1100);
    expect(mayStart(b)).toBe(256);
    await a.membership.stop();
    expect(cluster.table.nodes.has(a.membership.selfId())).toBe(false);
  });

  test('one that is told of free slots takes them at once, also during a beat', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    a.membership.onFreed(() => b.membership.beatNow());
    await a.membership.beginLeaving();
    await cluster.pass(50, [b], 1); // much less than the time to its next beat
    expect(mayStart(b)).toBe(256);
  });

  test('one that stops with something in flight frees its slots all the same', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    a.slots.makeBusy(3);
    await a.membership.beginLeaving();
    await a.membership.stop();
    expect(cluster.table.slots.every(({ owner }) => owner === null)).toBe(true);
  });

  test('nodes whose table was emptied by hand send to all endpoints again within two beats', async () => {
    const cluster = new ClusterOfNodes();
    await cluster.start();
    await cluster.start();
    await cluster.pass(3000);
    cluster.table.nodes.clear();
    await cluster.pass(3000);
    expect(cluster.shares()).toEqual([128, 128]);
    expect(new Set(senders(cluster.nodes))).toEqual(new Set([1]));
  });

  test('the slots of a node that was removed by hand and does not beat are taken over after a whole lease, not before', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    cluster.table.nodes.delete(a.membership.selfId());
    await cluster.pass(5500, [b]);
    expect(covered(b)).toBe(128);
    await cluster.pass(2200, [b]);
    expect(mayStart(b)).toBe(256);
  });

  test('a slot whose release is in doubt starts no send again, and is free in the end', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    a.slots.makeBusy(250);
    await cluster.start();
    await cluster.pass(3000);
    a.connection.cut = 'answer';
    a.slots.busy.get(250)?.();
    await cluster.settle();
    a.connection.cut = null;
    expect(a.membership.sendRight.mayStart(ENDPOINTS[250] ?? '')).toBe(false);
    await cluster.pass(3000);
    expect(cluster.shares()).toEqual([128, 128]);
    expect(new Set(senders(cluster.nodes))).toEqual(new Set([1]));
  });

  test('endpoints that could not be taken over are told again with the next beat', async () => {
    const cluster = new ClusterOfNodes();
    let calls = 0;
    const listener = {
      taken: async () => {
        if (calls++ === 0) throw new Error('the database has gone');
      },
      release: async () => undefined,
      lost: () => undefined,
    };
    await cluster.start({ listener });
    await cluster.pass(3000);
    expect(calls).toBe(2);
  });

  test('after a failover of the database, nobody sends for one lease', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    cluster.table.timeline = '00000002';
    await cluster.pass(1100);
    expect([mayStart(a), mayStart(b)]).toEqual([0, 0]);
    await cluster.pass(4500);
    expect([mayStart(a), mayStart(b)]).toEqual([0, 0]);
    await cluster.pass(2500);
    expect([mayStart(a), mayStart(b)]).toEqual([128, 128]);
  });

  test('the owner of slot 0 keeps house while it is trusted, and both turns are told', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const b = await cluster.start();
    await cluster.pass(3000);
    const reported: [string, boolean][] = [];
    a.membership.onHousekeeping((isKept) => reported.push(['a', isKept]));
    b.membership.onHousekeeping((isKept) => reported.push(['b', isKept]));
    expect([a.membership.isHousekeeper(), b.membership.isHousekeeper()]).toEqual([true, false]);
    a.connection.cut = 'request';
    await cluster.pass(9000);
    expect(reported).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  test('one that does not fit the others leaves no trace, and says why', async () => {
    const cluster = new ClusterOfNodes();
    await cluster.start();
    const assertFits = () => Promise.reject(new Error('another secret'));
    await expect(cluster.start({ assertFits })).rejects.toThrow('another secret');
    expect(cluster.table.nodes.size).toBe(1);
  });

  test('its time is that of the database, and never goes back', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const start = a.membership.now();
    expect(start).toBe(1_000_000);
    await cluster.pass(2500);
    expect(a.membership.now()).toBe(1_002_500);
    a.clock.setWall(0);
    cluster.stepDatabase(-60_000);
    await cluster.pass(1500);
    expect(a.membership.now()).toBeGreaterThanOrEqual(1_002_500);
  });

  test('the fence of a send goes up with each owner of its slot', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    const last = ENDPOINTS[255] ?? '';
    const before = a.membership.sendRight.fenceOf(last) ?? 0;
    const b = await cluster.start();
    await cluster.pass(3000);
    expect(b.membership.sendRight.covers(last)).toBe(true);
    expect(b.membership.sendRight.fenceOf(last)).toBeGreaterThan(before);
    expect((before - 255) % 256).toBe(0);
  });

  test('what follows a beat is called after each, and never twice at the same time', async () => {
    const cluster = new ClusterOfNodes();
    const a = await cluster.start();
    let calls = 0;
    let end = () => {};
    a.membership.onBeat(() => {
      calls++;
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await cluster.pass(3000);
    expect(calls).toBe(1);
    end();
    await cluster.pass(1000);
    expect(calls).toBe(2);
  });
});
