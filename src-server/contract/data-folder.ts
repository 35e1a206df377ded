import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const fileSchema = strictObject({
  name: { type: 'string', description: 'Its name in the folder.' },
  bytes: { type: 'integer', description: 'Its size in bytes.' },
  what: { type: 'string', description: 'What it is for, in words.' },
});

/** A backup is named after the time it was made. */
export const BACKUP_NAME_PATTERN =
  '^posthorn-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}Z(-[0-9]{1,3})?\\.db$';

const backupSchema = strictObject({
  name: { type: 'string', description: 'Name of the file in the folder `backups` of the data folder.' },
  bytes: { type: 'integer', description: 'Its size in bytes.' },
  createdAt: dateTime('When it was made (RFC 3339, UTC).'),
});

/** Answer of GET /data. */
export const dataFolderOutSchema = strictObject({
  folder: { type: 'string', description: 'Where the data folder is on the computer of this server.' },
  files: { type: 'array', items: fileSchema, description: 'Its files, largest first.' },
  freeBytes: {
    type: ['integer', 'null'],
    description: 'Free space on its disk, in bytes. Null: unknown.',
  },
  retentionDays: {
    type: 'integer',
    description: 'Days to keep payloads and finished deliveries.',
  },
  backups: { type: 'array', items: backupSchema, description: 'Backups in the folder, the newest first.' },
  staged: {
    type: ['string', 'null'],
    description: 'The backup that replaces the database at the next start. Null: none.',
  },
  restartsItself: {
    type: 'boolean',
    description: 'True: this server can restart itself, as a restore requires.',
  },
});

/** Body of POST /data/restore. */
export const restoreInSchema = strictObject({
  backup: {
    type: 'string',
    pattern: BACKUP_NAME_PATTERN,
    examples: ['posthorn-2026-11-22T01-30-00Z.db'],
    description: 'Name of one of the backups.',
  },
});

/** Answer of POST /data/restore. */
export const restoreOutSchema = strictObject({
  backup: { type: 'string', description: 'The verified backup.' },
  messages: { type: 'integer', description: 'How many messages are in it.' },
  waiting: {
    type: 'integer',
    description: 'Its waiting deliveries. They are sent after the start, even if they were sent since.',
  },
  restarts: {
    type: 'boolean',
    description: 'True: the server restarts with it now. False: the server restores it at its next start.',
  },
});

export type DataFolderOut = FromSchema<typeof dataFolderOutSchema>;
export type BackupOut = Readonly<FromSchema<typeof backupSchema>>;
export type RestoreIn = FromSchema<typeof restoreInSchema>;
export type RestoreOut = FromSchema<typeof restoreOutSchema>;

/** What a backup task has in `data.result` when it is done. */
export interface BackupResultOut {
  readonly name: string;
  readonly bytes: number;
  readonly messages: number;
  /** Waiting deliveries in it. */
  readonly waiting: number;
}
