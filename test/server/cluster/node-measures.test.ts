import { expect, test } from 'vitest';
import { NodeMeasures } from '../../../src-server/cluster/node-measures';
import { SLOT_COUNT } from '../../../src-server/cluster/slots';
import { ALL_SLOTS } from '../../../src-server/contract/node';
import { createMetricRegistry, type MetricSources } from '../../../src-server/http/metric-registry';
import { fakeCluster } from '../../support/fake-cluster';

const node = (id: string, slots: number, beatAgeMs = 0) => ({
  id,
  address: `http://${id}`,
  slots,
  beatAgeMs,
});

test('the API speaks of as many slots as there are', () => {
  expect(ALL_SLOTS).toBe(SLOT_COUNT);
});

test('a node counts the slots that it takes: its first ones, those of a dead node, and those that come back', async () => {
  const cluster = fakeCluster({ self: 'a', nodes: [node('a', 0), node('b', 256)] });
  const measures = new NodeMeasures(cluster);
  expect([measures.slots(), measures.takeovers()]).toEqual([0, 0]);
  await cluster.beat({ self: 'a', nodes: [node('a', 128), node('b', 128)] });
  expect([measures.slots(), measures.takeovers()]).toEqual([128, 128]);
  await cluster.beat({ self: 'a', nodes: [node('a', 128), node('b', 128)] });
  expect(measures.takeovers()).toBe(128);
  await cluster.beat({ self: 'a', nodes: [node('a', 256), node('b', 0)] });
  expect([measures.slots(), measures.takeovers()]).toEqual([256, 256]);
  await cluster.beat({ self: 'a', nodes: [node('a', 100), node('c', 156)] });
  await cluster.beat({ self: 'a', nodes: [node('a', 101), node('c', 155)] });
  expect([measures.slots(), measures.takeovers()]).toEqual([101, 257]);
});

test('a node that was taken for dead counts the slots of its new name as taken again', async () => {
  const cluster = fakeCluster({ self: 'a', nodes: [node('a', 10)] });
  const measures = new NodeMeasures(cluster);
  expect(measures.takeovers()).toBe(10);
  await cluster.beat({
    self: 'a2',
    nodes: [{ ...node('a', 0), diedAt: 1 }, node('a2', 0), node('b', 10)],
  });
  expect(measures.slots()).toBe(0);
  await cluster.beat({ self: 'a2', nodes: [node('a2', 10)] });
  expect(measures.takeovers()).toBe(20);
});

test('it is trusted as long as its membership is', () => {
  const cluster = fakeCluster({ self: 'a', nodes: [node('a', 256)] });
  expect(new NodeMeasures(cluster).isTrusted()).toBe(true);
  expect(new NodeMeasures({ ...cluster, isTrusted: () => false }).isTrusted()).toBe(false);
});

test('a node says its own figures in its metrics, and a server without others says none', async () => {
  const cluster = fakeCluster({ self: 'a', nodes: [node('a', 100, 1500), node('b', 156, 9000)] });
  const text = await metricsOf(new NodeMeasures(cluster));
  const lines = text.split('\n').filter((line) => line.startsWith('posthorn_node_'));
  expect(lines).toEqual([
    'posthorn_node_slots 100',
    'posthorn_node_trusted 1',
    'posthorn_node_beat_age_seconds 1.5',
    'posthorn_node_takeovers_total 100',
  ]);
  for (const name of lines.map((line) => line.split(' ')[0]))
    expect(text).toMatch(
      new RegExp(
        `# HELP ${name} [A-Z].*\\.\\n# TYPE ${name} ${name?.endsWith('_total') ? 'counter' : 'gauge'}\\n`,
      ),
    );
  expect(await metricsOf(null)).not.toContain('posthorn_node_');
});

function metricsOf(measures: MetricSources['node']): Promise<string> {
  const sources = { traffic: {}, delivery: {}, database: {}, node: measures, version: '1' };
  const registry = createMetricRegistry(sources as never, {} as never);
  for (const { name } of registry.getMetricsAsArray())
    if (!name.startsWith('posthorn_node_')) registry.removeSingleMetric(name);
  return registry.metrics();
}
