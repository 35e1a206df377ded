import type { EndpointWords } from '../../shared/endpoint/edited-endpoint';
import type { Labels } from '../labels/labels';

/** What the portal calls the fields of an endpoint. */
export function endpointWords({ endpoints, channels }: Labels): EndpointWords {
  const { form, sending, allEvents } = endpoints;
  return {
    url: form.address,
    texts: form.texts,
    events: form.events,
    allEvents,
    rateLimit: form.speed,
    noRateLimit: form.inherit,
    channels: channels.many,
    sending: sending.label,
    states: { on: sending.on.label, paused: sending.paused.label, disabled: sending.disabled.label },
  };
}
