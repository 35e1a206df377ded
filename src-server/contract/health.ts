import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** That the clock of the server jumped by more than a day, or that the server was off or asleep for so long. */
const clockDoubtOutSchema = strictObject(
  {
    from: dateTime('What it should have shown, by the last heartbeat and the time since (RFC 3339, UTC).'),
    to: dateTime('What it showed instead (RFC 3339, UTC).'),
    steadyAt: dateTime(
      'When it is no longer in doubt, by its own time, unless it jumps again (RFC 3339, UTC). `POST /clock/confirm` ends the doubt at once.',
    ),
  },
  {
    description:
      'The clock is in doubt: nothing expires, and nothing is removed because of its age. Absent: it is not in doubt.',
  },
);

/** Answer of GET /health and /health/ping. */
export const healthOutSchema = strictObject(
  {
    status: {
      type: 'string',
      enum: ['ok', 'degraded'],
      description:
        'The server responds and can read its database. `degraded`: it works, but deliveries wait because this machine has no network or lacks resources, or fail because of the proxy on the way out; or the clock is in doubt; or the files of its certificate were changed to what cannot be used; or the last scheduled backup failed.',
    },
    detail: {
      type: 'string',
      description:
        'What is missing, that the clock is in doubt, or what is wrong with the certificate or the backups, for people. Absent: nothing.',
    },
    network: {
      description: 'Whether deliveries get out of this computer.',
      ...strictObject({
        state: {
          type: 'string',
          enum: ['online', 'offline'],
          description:
            '`offline`: there is no network. Deliveries to targets outside of this computer wait; nothing counts against their receivers, and everything that can be reached is delivered.',
        },
        since: dateTime('The time of the last change. Without any, the time at which the server started.'),
        waiting: {
          type: 'integer',
          description:
            'Deliveries to the endpoints that wait for the network, those for a later retry included. 0 while `online`.',
        },
      }),
    },
    clock: clockDoubtOutSchema,
  },
  { optional: ['detail', 'clock'] },
);

/** The 503 response of the same: the server must not be relied on. It has the members of every error as well. */
export const healthFailingOutSchema = strictObject({
  status: { type: 'string', enum: ['failing'], description: 'The server is not reliable.' },
  reason: {
    type: 'string',
    enum: ['lost', 'damaged', 'unwritable', 'taken', 'away', 'stopping'],
    description:
      'What is wrong, mostly with the database. `lost`: its files were deleted or replaced while the server runs, so nothing is accepted; `damaged`: the file is damaged, or was cut off or overwritten, so nothing is accepted; `unwritable`: the disk refuses writes or does not respond, maybe temporarily; `taken`: another server has taken over the data folder, so this one sends and accepts nothing; `away`: the database server cannot be reached; `stopping`: this server is being stopped, and its clients should use another node.',
  },
  code: { type: 'string', enum: ['unavailable'], description: 'As of every 503.' },
  detail: { type: 'string', description: 'What happened and what to do, for people.' },
});

export type HealthOut = FromSchema<typeof healthOutSchema>;
export type HealthFailingOut = FromSchema<typeof healthFailingOutSchema>;
