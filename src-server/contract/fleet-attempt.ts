import type { FromSchema } from 'json-schema-to-ts';
import { attemptOutSchema } from './attempt';
import { strictObject } from './strict-object';

const { msg: _message, response: _response, ...facts } = attemptOutSchema.properties;

/** An attempt of any application, as a list shows it. */
export const fleetAttemptOutSchema = strictObject({
  ...facts,
  appId: { type: 'string', description: 'The application.' },
  eventType: { type: 'string', description: 'The event type of the message.' },
});

export type FleetAttemptOut = FromSchema<typeof fleetAttemptOutSchema>;
