import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { type EndpointTrouble, TroubleWatch } from '../../../src-server/live/trouble-watch';
import type { AttentionRecord } from '../../../src-server/storage/messages/attention-store';
import { FakeClock } from '../../support/fake-clock';

let clock: FakeClock;
let rows: AttentionRecord[];
let delayed: string[];
let fails: boolean;
let reported: string[];
let watch: TroubleWatch;

beforeEach(() => {
  clock = new FakeClock();
  rows = [];
  delayed = [];
  fails = false;
  reported = [];
  watch = new TroubleWatch({
    clock,
    log: createLog('silent'),
    attention: {
      async list({ limit = 50 }) {
        if (fails) throw new Error('the disk is gone');
        return { rows: rows.slice(0, limit), iterator: null, done: true, total: rows.length };
      },
    },
    busy: () => delayed.map((endpointId) => ({ appId: 'app_1', endpointId, state: 'delayed' as const })),
    describe: async ({ endpointId }) =>
      endpointId === 'ep_gone' ? null : { url: `https://${endpointId}.test:8443/in`, appName: 'Acme' },
  });
  watch.subscribe((troubles: readonly EndpointTrouble[]) =>
    reported.push(...troubles.map(({ kind, endpointId, host }) => `${kind} ${endpointId} ${host}`)),
  );
});

/** An endpoint that began to fail so long ago. */
function failing(n: number | string, sinceS: number, part: Partial<AttentionRecord> = {}): AttentionRecord {
  return {
    appId: 'app_1',
    appName: 'Acme',
    endpointId: `ep_${n}`,
    url: `https://${n}.test/in`,
    paused: false,
    disabledReason: null,
    failingSince: clock.now() - sinceS * 1000,
    disabledAt: null,
    changedAt: clock.now(),
    nextDueAt: null,
    givenUp: 0,
    causes: [],
    isDelayed: false,
    ...part,
  };
}

async function look(afterMs = 10_000): Promise<void> {
  clock.advance(afterMs);
  await new Promise((done) => setImmediate(done));
}

describe('the watch over endpoints that need somebody', () => {
  test('reports a failure that has lasted a minute, once', async () => {
    await watch.start();
    rows = [failing(1, 0)];
    await look();
    expect(reported).toEqual([]);
    for (let n = 0; n < 20; n++) await look();
    expect(reported).toEqual(['failing ep_1 1.test']);
    expect(watch.attentionTotal).toBe(1);
  });

  test('says nothing of one that recovered in that minute, or that somebody paused', async () => {
    await watch.start();
    rows = [failing(1, 0), failing(2, 600, { paused: true })];
    await look();
    rows = rows.slice(1);
    for (let n = 0; n < 20; n++) await look();
    expect(reported).toEqual([]);
  });

  test('reports one that was disabled at once, also after it was reported as failing', async () => {
    await watch.start();
    rows = [failing(1, 120)];
    await look();
    rows = [failing(1, 130, { disabledReason: 'failing' }), failing(2, 0, { disabledReason: 'receiver' })];
    await look();
    await look();
    expect(reported).toEqual(['failing ep_1 1.test', 'disabled ep_1 1.test', 'disabled ep_2 2.test']);
  });

  test('reports a congestion once, by the names of its endpoint, and again when it comes back', async () => {
    await watch.start();
    delayed = ['ep_1', 'ep_gone'];
    await look();
    await look();
    expect(reported).toEqual(['delayed ep_1 ep_1.test:8443']);
    delayed = [];
    await look();
    delayed = ['ep_1'];
    await look();
    expect(reported).toHaveLength(2);
  });

  test('keeps to itself what was already so at the start', async () => {
    rows = [failing(1, 3600)];
    delayed = ['ep_2'];
    await watch.start();
    await look();
    expect(reported).toEqual([]);
    expect(watch.attentionTotal).toBe(2);
  });

  test('reports nothing twice when more need somebody than one page holds', async () => {
    await watch.start();
    rows = Array.from({ length: 80 }, (_, n) => failing(n, 600));
    await look();
    expect(reported).toHaveLength(50);
    rows = [...rows.slice(40), ...rows.slice(0, 40)];
    await look();
    rows = [...rows.slice(40), ...rows.slice(0, 40)];
    await look();
    expect(new Set(reported).size).toBe(reported.length);
    expect(reported).toHaveLength(80);
  });

  test('looks again after a look that failed, and not once it is stopped', async () => {
    await watch.start();
    fails = true;
    await look();
    fails = false;
    rows = [failing(1, 600)];
    await look();
    expect(reported).toHaveLength(1);
    await watch.stop();
    rows = [failing(2, 600)];
    await look();
    expect(reported).toHaveLength(1);
  });
});
