import {
  type EndpointFilterTrialIn,
  type EndpointFilterTrialOut,
  endpointFilterTrialInSchema,
  endpointFilterTrialOutSchema,
} from '../endpoint-filter-trial';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/endpoint-filter`. */
export const endpointFilterOperations = {
  try: operation({
    method: 'POST',
    path: '/app/{app}/endpoint-filter/try',
    body: jsonOf<EndpointFilterTrialIn>(endpointFilterTrialInSchema),
    responses: { 200: jsonOf<EndpointFilterTrialOut>(endpointFilterTrialOutSchema) },
  }),
};
