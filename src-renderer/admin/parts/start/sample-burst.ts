import type { EventTypeOut, GenerateExampleOut } from '../../../../src-server/contract/event-type';
import type { SampleOut } from '../../../../src-server/contract/sample';
import type { ApiClient } from '../../../api/api-client';
import { schemaOf } from '../../data/use-catalog';

/** So many messages are sent: ten seconds' worth at the limit of the sample. */
export const BURST_MESSAGES = 100;
const EVENT_TYPE = 'invoice.paid';
const SENDERS = 5;

/** A burst that was accepted. */
export interface SampleBurst {
  readonly sample: SampleOut;
  /** Every message of it has this tag, and no other has. */
  readonly tag: string;
}

/** Makes the sample if it is not there. */
export function createSample(api: ApiClient): Promise<SampleOut> {
  return api.post<SampleOut>('/sample');
}

/**
 * Makes the sample if it is not there, and sends its receiver many messages at once.
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
      await api.post(`/app/${encodeURIComponent(sample.appId)}/msg?with_content=false`, {
        eventType: EVENT_TYPE,
        payload,
        tags: [tag],
      });
      accepted += 1;
      onAccepted(accepted);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return { sample, tag };
}

/** What such an event looks like; somebody may have changed the type since the sample was made, or removed it. */
async function examplePayload(api: ApiClient): Promise<unknown> {
  try {
    const schema = schemaOf(await api.get<EventTypeOut>(`/event-type/${EVENT_TYPE}`));
    const made = await api.post<GenerateExampleOut>('/event-type/schema/generate-example', { schema });
    return made.example;
  } catch {
    return { sample: true };
  }
}
