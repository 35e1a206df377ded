import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../../base/errors';
import { remarksOfEntry } from '../../catalog/workers/remarks-of-entry';
import type { EnvironmentIn } from '../../contract/environment';
import type { ValidationItem } from '../../contract/error';
import { SETTING_DEFAULTS, type SettingsOut, type SettingsPatch } from '../../contract/settings';
import type { EnvironmentChange } from '../../storage/catalog/environment-store';
import { newContent } from './event-type-input';
import type { WithTexts } from './event-type-list';
import { readSettingAddresses } from './setting-addresses';

/** The content of an import, with schemas as texts. */
export type EnvironmentBody = WithTexts<EnvironmentIn>;

/** More remarks than this help nobody. */
const MOST_REMARKS = 50;
/** After this many, other work gets its turn. */
const ENTRIES_PER_TURN = 500;

/**
 * The event types of an import, all checked before anything is written.
 * @throws ApiError 422 that names each invalid entry, like `body.eventTypes.[3].name`
 */
export async function readEnvironmentEventTypes(
  body: EnvironmentBody,
): Promise<EnvironmentChange['eventTypes']> {
  const remarks: ValidationItem[] = [];
  const contents: EnvironmentChange['eventTypes'][number][] = [];
  for (const [index, entry] of (body.eventTypes ?? []).entries()) {
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
    try {
      const deprecatedAt = entry.deprecatedAt ? Date.parse(entry.deprecatedAt) : null;
      contents.push({ ...newContent(entry.name, entry), deprecatedAt });
    } catch (cause) {
      remarks.push(...remarksOfEntry(cause, { index, name: entry.name }));
    }
    if (remarks.length >= MOST_REMARKS) break;
  }
  if (body.connectors && body.connectors.length > 0) {
    remarks.push({
      loc: ['body', 'connectors', '[0]'],
      msg: 'This server has no connectors. Omit them.',
      type: 'value_error',
    });
  }
  if (remarks.length > 0) throw invalid(...remarks.slice(0, MOST_REMARKS));
  return contents;
}

/**
 * The settings of an import; null counts as absent if there is always a value.
 * @throws ApiError 422 for a URL that cannot be used
 */
export function readEnvironmentSettings(body: EnvironmentBody): SettingsPatch {
  const given = Object.entries(body.settings ?? {}).filter(
    ([name, value]) => value !== null || SETTING_DEFAULTS[name as keyof SettingsOut] === null,
  );
  return readSettingAddresses(Object.fromEntries(given), ['body', 'settings']);
}

/**
 * What an import removes.
 * @throws ApiError 422 when it adds the same
 */
export function readEnvironmentRemovals({ eventTypes, flagSets, remove }: EnvironmentBody) {
  const removals = { eventTypes: remove?.eventTypes ?? [], flagSets: remove?.flagSets ?? [] };
  const kept = {
    eventTypes: new Set(eventTypes?.map(({ name }) => name)),
    flagSets: new Set<string>(flagSets?.map(({ letter }) => letter)),
  };
  for (const part of ['eventTypes', 'flagSets'] as const) {
    const both = removals[part].find((key) => kept[part].has(key));
    if (both === undefined) continue;
    const msg = `${both} cannot be both added and removed.`;
    throw invalid({ loc: ['body', 'remove', part], msg, type: 'value_error' });
  }
  return removals;
}
