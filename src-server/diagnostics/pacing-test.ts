import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { PacingTestIn, PacingTestResult } from '../contract/diagnostics';
import type { AddressGuard } from '../delivery/connection/address-guard';
import { newSecret } from '../delivery/connection/signing-secret';
import type { Delivery } from '../delivery/delivery';
import type { ApplicationStore } from '../storage/application-store';
import { PLAIN_ENDPOINT } from '../storage/endpoint-record';
import type { EndpointStore } from '../storage/endpoint-store';
import type { Arrival, ArrivalWatch } from './arrivals';
import type { JobKind, JobWork } from './jobs';
import { worstSecond } from './worst-second';

export const PACING_TEST = 'diagnostics.pacing-test';

interface PacingTestParts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly applications: ApplicationStore;
  readonly endpoints: EndpointStore;
  readonly delivery: Pick<
    Delivery,
    'createMessage' | 'applicationChanged' | 'applicationDeleted' | 'endpointChanged'
  >;
  readonly guard: Pick<AddressGuard, 'checkUrl'>;
  /** When all sending was paused, in milliseconds since 1970. Null: it is not. */
  readonly sendingPausedSince: () => number | null;
  readonly receiver: ArrivalWatch;
  /** The URL of a bin of the built-in receiver. */
  readonly receiverUrl: (bin: string) => string;
  /** Called when applications were created or deleted. */
  readonly onApplicationsChanged: () => void;
}

/** How much longer than computed it may take before it is given up. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/**
 * Sends messages at a limit through this server's own engine to its built-in receiver, and counts what arrives when.
 * The application created for that is deleted afterwards.
 */
export function createPacingTest(parts: PacingTestParts): JobKind {
  return {
    name: PACING_TEST,
    refusal: () => refusalOf(parts),
    run: (work) => run(parts, work),
    cleanUp: (taskId) => remove(parts, uidOf(taskId)),
  };
}

async function run(parts: PacingTestParts, work: JobWork): Promise<PacingTestResult> {
  const { clock, receiver } = parts;
  // Only the route that starts it writes these.
  const { messages, rateLimit } = work.arguments as unknown as PacingTestIn;
  const bin = uidOf(work.taskId);
  const arrivals: Arrival[] = [];
  const stopWatching = receiver.watch(bin, (arrival) => arrivals.push(arrival));
  try {
    const appId = await prepare(parts, bin, rateLimit);
    for (let number = 1; number <= messages && !work.signal.aborted; number++) {
      await parts.delivery.createMessage(messageOf(appId, number, messages));
      work.report({ accepted: number, arrived: arrivals.length });
    }
    const deadlineUs = clock.monotonicUs() + ((messages / rateLimit) * 1000 + PATIENCE_MS) * 1000;
    while (arrivals.length < messages && !work.signal.aborted && clock.monotonicUs() < deadlineUs) {
      await clock.sleep(LOOK_EVERY_MS, work.signal);
      work.report({ accepted: messages, arrived: arrivals.length });
    }
    work.report({ accepted: messages, arrived: arrivals.length });
    if (arrivals.length < messages) {
      throw new Error(`Only ${arrivals.length} of ${messages} messages arrived in time.`);
    }
    return measure(arrivals, messages, rateLimit);
  } finally {
    stopWatching();
    receiver.clear(bin);
    await remove(parts, bin);
  }
}

function refusalOf({ guard, receiverUrl, sendingPausedSince }: PacingTestParts): string | null {
  if (!guard.checkUrl(receiverUrl('test')).ok)
    return 'This server may not deliver to its own receiver. Allow 127.0.0.1 in the settings, under Network access, or start it with --workstation.';
  return sendingPausedSince() === null ? null : 'All sending is paused. Resume it, then start the test.';
}

async function prepare(parts: PacingTestParts, bin: string, rateLimit: number): Promise<string> {
  const { clock, newId, delivery } = parts;
  const refusal = refusalOf(parts);
  if (refusal !== null) throw new Error(refusal);
  const application = await parts.applications.insert(
    newId('app_'),
    { name: 'Rate limit test', uid: bin, rateLimit, metadata: {} },
    clock.now(),
  );
  delivery.applicationChanged(application);
  const endpoint = await parts.endpoints.insert(
    newId('ep_'),
    application.id,
    {
      ...PLAIN_ENDPOINT,
      url: parts.receiverUrl(bin),
      description: 'Temporary, removed after the measurement',
      secret: newSecret(),
    },
    clock.now(),
  );
  delivery.endpointChanged(endpoint);
  parts.onApplicationsChanged();
  return application.id;
}

async function remove(parts: PacingTestParts, uid: string): Promise<void> {
  const application = await parts.applications.get(uid);
  if (!application) return;
  await parts.applications.delete(application.id, parts.clock.now());
  parts.delivery.applicationDeleted(application.id);
  parts.onApplicationsChanged();
}

function messageOf(appId: string, number: number, of: number) {
  const payload = JSON.stringify({ number, of });
  return { appId, eventType: 'proof.message', payload, eventId: null, channels: null, tags: null };
}

function measure(arrivals: readonly Arrival[], messages: number, rateLimit: number): PacingTestResult {
  const timesMs = arrivals.map(({ atUs }) => atUs / 1000).sort((a, b) => a - b);
  const first = timesMs[0] ?? 0;
  const arrivalsMs = timesMs.map((time) => Math.round((time - first) * 10) / 10);
  const tookMs = arrivalsMs.at(-1) ?? 0;
  const meanPerSecond = tookMs > 0 ? Math.round(((timesMs.length - 1) / tookMs) * 100_000) / 100 : 0;
  return { messages, rateLimit, worstSecond: worstSecond(timesMs), meanPerSecond, tookMs, arrivalsMs };
}

const uidOf = (taskId: string): string => `proof-${taskId}`;
