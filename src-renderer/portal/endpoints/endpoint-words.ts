import type { EndpointWords } from '../../shared/endpoint/edited-endpoint';
import type { Labels } from '../labels/labels';

/** What the portal calls the fields of an endpoint. */
export function endpointWords({ endpoints, channels }: Labels): EndpointWords {
  const { form, sending, allEvents } = endpoints;
  return {
    url: { label: form.address, placeholder: form.addressExample, hint: form.addressHint },
    texts: form.texts,
    events: {
      label: form.events,
      all: { label: allEvents },
      some: { label: form.some, hint: form.someHint },
    },
    channels: { label: channels.many, placeholder: form.channelsExample, hint: channels.help },
    filter: form.filter,
    rateLimit: {
      label: form.speed,
      inherit: { label: form.inherit },
      own: { label: form.own, hint: form.ownHint },
      rate: { label: form.ownRate },
      inherited: form.inherit,
    },
    order: form.order,
    notices: form.notices,
    sending,
    polling: form.polling,
  };
}
