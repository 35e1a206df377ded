import { systemClock } from '../base/clock';
import { networkSentence } from '../contract/network-sentence';
import type { Outcome } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';
import { count } from './table';

/** How a server is: what it lacks, and what waits. */
export async function serviceStatus(server: Instance): Promise<Outcome> {
  // Another server with the same API answers without a body.
  const health = await server.ask('GET /health');
  const { version, load } = await server.ask('GET /service');
  const trouble = (health?.network && networkSentence(health.network, systemClock.now())) ?? health?.detail;
  const waiting = count(load.waitingDeliveries, 'delivery waiting', 'deliveries waiting');
  return {
    exitCode: health?.status === 'degraded' ? EXIT.no : EXIT.done,
    json: { host: server.host, version, ...health, load },
    lines: [`Posthorn ${version} at ${server.host}: ${trouble ?? `healthy, ${waiting}.`}`],
  };
}
