import type { FromSchema } from 'json-schema-to-ts';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

const startSettingSchema = strictObject({
  name: { type: 'string', description: 'Stable name of the setting: `retention-days`.' },
  flag: {
    type: ['string', 'null'],
    description: 'The flag of `posthorn serve`, like `--retention-days 90`. Null: it has none.',
  },
  variable: { type: 'string', description: 'The environment variable, `POSTHORN_RETENTION_DAYS`.' },
  value: {
    type: 'string',
    description: 'Current value, in words. For a secret, only whether it is set.',
  },
  source: {
    type: 'string',
    enum: ['flag', 'environment', 'default'],
    description: 'Where the value comes from.',
  },
  description: { type: 'string', description: 'What it does, in a sentence.' },
});

const count = (description: string) => ({ type: 'integer', description }) as const;

/** Answer of GET /service. */
export const serviceOutSchema = strictObject({
  version: { type: 'string', description: 'Version of Posthorn.' },
  address: {
    type: 'string',
    description: 'Where programs on its computer reach it: `http://127.0.0.1:8071`.',
  },
  startedAt: dateTime('When it started (RFC 3339, UTC).'),
  uptimeSeconds: count('How long it has run, in seconds.'),
  hosting: {
    type: 'string',
    enum: ['headless', 'desktop'],
    description: '`desktop`: the desktop program runs it; `headless`: `posthorn serve` or `npm start`.',
  },
  nodeVersion: { type: 'string', description: 'Version of Node, without a v.' },
  database: { type: 'string', enum: ['SQLite', 'PostgreSQL'], description: 'What keeps the data.' },
  databaseVersion: { type: 'string', description: 'Its version.' },
  platform: { type: 'string', description: 'System and processor, like `linux x64`.' },
  memory: strictObject(
    {
      residentBytes: count('Memory of the process, in bytes.'),
      heapBytes: count('JavaScript objects in use, part of the total.'),
      buffersBytes: count('Buffers and native objects, part of the total.'),
    },
    { description: 'Its current memory use.' },
  ),
  load: strictObject(
    {
      acceptedMessages: count('Messages accepted since the start.'),
      waitingDeliveries: count('Waiting deliveries, including scheduled retries.'),
      inFlight: count('Requests in flight to receivers.'),
      activeEndpoints: count('Endpoints active since the start.'),
      queuedWrites: count('Writes queued for the database.'),
    },
    { description: 'What it does now.' },
  ),
  startSettings: {
    type: 'array',
    items: startSettingSchema,
    description: 'Settings that apply only at the start.',
  },
  backup: {
    description: 'The backups on a schedule. Null: there is none (`--backup-dir`).',
    anyOf: [
      strictObject(
        {
          last: dateTimeOrNull('When the newest was made (RFC 3339, UTC). Null: there is none.'),
          next: dateTime('When the next one is due (RFC 3339, UTC).'),
          error: {
            type: 'string',
            description: 'Why there was none when the last one was due, for people. Absent: it was made.',
          },
        },
        { optional: ['error'] },
      ),
      { type: 'null' },
    ],
  },
  noCrashTestBecause: {
    type: ['string', 'null'],
    description: 'Why the crash test cannot run here. Null: it can.',
  },
});

export type ServiceOut = FromSchema<typeof serviceOutSchema>;
export type StartSettingOut = Readonly<FromSchema<typeof startSettingSchema>>;
