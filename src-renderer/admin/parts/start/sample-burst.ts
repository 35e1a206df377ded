import type { SampleOut } from '../../../../src-server/contract/sample';
import type { ApiClient } from '../../../api/api-client';
import { schemaOf } from '../../data/use-catalog';

/** How many messages are sent: ten seconds' worth at the limit of the sample. */
export const BURST_MESSAGES = 100;
/** The event type of the messages that are sent. */
export const SAMPLE_EVENT_TYPE = 'invoice.paid';
const SENDERS = 5;

/** A burst that was accepted. */
interface SampleBurst {
  readonly sample: SampleOut;
  /** All of its messages have this tag, and no others do. */
  readonly tag: string;
}

/** Creates the sample if it does not exist. */
function createSample(api: ApiClient): Promise<SampleOut> {
  return api.call('POST /sample');
}

/**
 * Creates the sample if it does not exist, and sends its receiver many messages at once.
 * @param onAccepted called with how many were accepted so far
 */
export async function sendSampleBurst(
  api: ApiClient,
  onAccepted: (count: number) => void,
): Promise<SampleBurst> {
  const sample = await createSample(api);
  const tag = `burst-${Date.now().toString(36)}`;
  const payload = await examplePayload(api);
  let begun = 0;
  let accepted = 0;
  const send = async () => {
    while (begun < BURST_MESSAGES) {
      begun += 1;
      await api.call('POST /app/{app}/msg', {
        path: { app: sample.appId },
        query: { with_content: false },
        body: {
          eventType: SAMPLE_EVENT_TYPE,
          payload,
          tags: [tag],
        },
      });
      accepted += 1;
      onAccepted(accepted);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return { sample, tag };
}

/** An example payload; the type may have been changed or removed since the sample was created. */
async function examplePayload(api: ApiClient): Promise<unknown> {
  try {
    const schema = schemaOf(await api.call('GET /event-type/{name}', { path: { name: 'invoice.paid' } }));
    const made = await api.call('POST /event-type/schema/generate-example', { body: { schema } });
    return made.example;
  } catch {
    return { sample: true };
  }
}
