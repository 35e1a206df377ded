import { SETTING_DEFAULTS, type SettingsOut, type SettingsPatch } from '../../contract/settings';
import { noteChange } from '../audit-scope';
import type { Database } from '../database';
import { holdInstallation } from '../hold-installation';
import { PUT_SETTING } from '../put-setting';
import type { Transaction } from '../transaction';
import { type NewestRead, openNewestRead } from './newest-read';

export type Settings = Readonly<SettingsOut>;

export interface SettingStore extends Pick<NewestRead<Settings>, 'reload'> {
  /** Rejects when the database cannot be read. */
  ping(): Promise<void>;
  /** The current settings, from memory. */
  current(): Settings;
  /**
   * Changes the given settings, in one write; if `check` throws, nothing is written.
   * @param check gets the settings as they would become, and as they are
   * @param more what else belongs to the same write
   */
  update(
    patch: SettingsPatch,
    check: (next: Settings, before: Settings) => void,
    more?: (tx: Transaction) => Promise<void>,
  ): Promise<Settings>;
}

/**
 * Reads the settings once, and again when it is told that another process has changed them.
 * @param fixed values that the start of the server fixes: a change of them is stored, and applies without that
 */
export async function openSettingStore(db: Database, fixed: Partial<Settings> = {}): Promise<SettingStore> {
  const settings = await openNewestRead<Settings>(async () => ({
    ...toSettings(await db.all<SettingRow>(SELECT)),
    ...fixed,
  }));
  return {
    async ping() {
      await db.get(`${SELECT} LIMIT 1`);
    },
    current: settings.current,
    reload: settings.reload,
    async update(patch, check, more) {
      const written = await db.write(async (tx) => {
        await holdInstallation(tx);
        const before = { ...toSettings(await tx.all<SettingRow>(SELECT)), ...fixed } as Settings;
        const next = { ...before, ...patch, ...fixed } as Settings;
        check(next, before);
        await save(tx, patch);
        noteChange(tx, { target: 'settings', before, after: next });
        await more?.(tx);
        return next;
      });
      settings.set(written);
      return written;
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
    await tx.run(PUT_SETTING, [name, JSON.stringify(value)]);
  }
}

function toSettings(rows: readonly SettingRow[]): Settings {
  const known = rows.filter((row) => Object.hasOwn(SETTING_DEFAULTS, row.name));
  return {
    ...SETTING_DEFAULTS,
    ...Object.fromEntries(known.map((row) => [row.name, JSON.parse(row.value)])),
  };
}
