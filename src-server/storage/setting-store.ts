import type { SettingsOut, SettingsPatch } from '../contract/settings';
import type { Database, Transaction } from './database';

export type Settings = Readonly<SettingsOut>;

export interface SettingStore {
  /** Rejects when the database cannot be read. */
  ping(): Promise<void>;
  /** The settings as they are, from memory. */
  current(): Settings;
  /**
   * Changes what is given, in one write; what `check` throws stops it.
   * @param check gets the settings as they would be
   */
  update(patch: SettingsPatch, check: (next: Settings) => void): Promise<Settings>;
}

const DEFAULTS: Settings = {
  eventCatalogPublished: false,
  displayName: null,
  enforceHttps: false,
  whitelabelHeaders: false,
  disableEndpointOnFailure: true,
  defaultSecretType: 'hmac256',
};

/** Reads the settings once; this process is the only one that can change them. */
export async function openSettingStore(db: Database): Promise<SettingStore> {
  let settings = toSettings(await db.all<SettingRow>(SELECT));
  return {
    async ping() {
      await db.get(`${SELECT} LIMIT 1`);
    },
    current: () => settings,
    async update(patch, check) {
      settings = await db.write(async (tx) => {
        const next = { ...toSettings(await tx.all<SettingRow>(SELECT)), ...patch } as Settings;
        check(next);
        await save(tx, patch);
        return next;
      });
      return settings;
    },
  };
}

interface SettingRow {
  name: string;
  value: string;
}

const SELECT = 'SELECT name, value FROM setting';

async function save(tx: Transaction, patch: SettingsPatch): Promise<void> {
  for (const [name, value] of Object.entries(patch)) {
    await tx.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', [name, JSON.stringify(value)]);
  }
}

function toSettings(rows: readonly SettingRow[]): Settings {
  const known = rows.filter((row) => Object.hasOwn(DEFAULTS, row.name));
  return { ...DEFAULTS, ...Object.fromEntries(known.map((row) => [row.name, JSON.parse(row.value)])) };
}
