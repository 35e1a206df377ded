import { describe, expect, test } from 'vitest';
import type { Service } from '../../../src-server/base/lifecycle';
import { createLog } from '../../../src-server/base/log';
import { createHousekeptServices } from '../../../src-server/cluster/housekept-services';
import { BeatingCluster } from '../../support/beating-cluster';

describe('what one node does for all', () => {
  /** A node whose housekeeping is one service, which writes down what happens to it. */
  function node(done: string[], name: string) {
    const cluster = new BeatingCluster();
    const steps = { failures: 0, ended: Promise.resolve() };
    let made = 0;
    const make = (): Service => {
      made += 1;
      const run = `${name}${made}`;
      return {
        name: 'work',
        async start() {
          if (steps.failures-- > 0) throw new Error('no connection');
          done.push(`start ${run}`);
        },
        async stop() {
          await steps.ended;
          done.push(`stop ${run}`);
        },
      };
    };
    const service = createHousekeptServices({ cluster, services: () => [make()], log: createLog('silent') });
    return { cluster, steps, service };
  }

  test('runs while it keeps house, from the start on if it does so then', async () => {
    const done: string[] = [];
    const { cluster, service } = node(done, 'a');
    cluster.keepHouse(true);
    await service.start();
    expect(done).toEqual(['start a1']);
    await service.stop();
    expect(done).toEqual(['start a1', 'stop a1']);
  });

  test('moves to the node that keeps house next, and can come back', async () => {
    const done: string[] = [];
    const [a, b] = [node(done, 'a'), node(done, 'b')];
    await a.service.start();
    await b.service.start();
    expect(done).toEqual([]);
    a.cluster.keepHouse(true);
    await expect.poll(() => done).toEqual(['start a1']);
    a.cluster.keepHouse(false);
    await expect.poll(() => done).toEqual(['start a1', 'stop a1']);
    b.cluster.keepHouse(true);
    await expect.poll(() => done.slice(2)).toEqual(['start b1']);
    b.cluster.keepHouse(false);
    a.cluster.keepHouse(true);
    await expect.poll(() => [...done.slice(3)].sort()).toEqual(['start a2', 'stop b1']);
    await a.service.stop();
    await b.service.stop();
    expect(done.slice(5)).toEqual(['stop a2']);
  });

  test('ends the step that it is at before it begins again on the same node', async () => {
    const done: string[] = [];
    const { cluster, steps, service } = node(done, 'a');
    let end = () => {};
    steps.ended = new Promise((resolve) => {
      end = resolve;
    });
    cluster.keepHouse(true);
    await service.start();
    cluster.keepHouse(false);
    cluster.keepHouse(true);
    await cluster.beat();
    expect(done).toEqual(['start a1']);
    end();
    await expect.poll(() => done).toEqual(['start a1', 'stop a1', 'start a2']);
    await service.stop();
  });

  test('begins after a later beat when it could not begin at once', async () => {
    const done: string[] = [];
    const { cluster, steps, service } = node(done, 'a');
    steps.failures = 1;
    cluster.keepHouse(true);
    await service.start();
    expect(done).toEqual([]);
    await cluster.beat();
    await expect.poll(() => done).toEqual(['start a2']);
    await service.stop();
  });
});
