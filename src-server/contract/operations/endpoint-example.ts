import { type EndpointExampleIn, endpointExampleInSchema } from '../endpoint-example';
import { type MessageOut, messageOutSchema } from '../message';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/endpoint-example`. */
export const endpointExampleOperations = {
  send: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/send-example',
    body: jsonOf<EndpointExampleIn>(endpointExampleInSchema),
    responses: { 202: jsonOf<MessageOut>(messageOutSchema) },
  }),
};
