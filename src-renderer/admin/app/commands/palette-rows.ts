import { COMMANDS, type CommandId, commandRow } from '../../../../src-main/contract/commands';
import type { ChosenKeys } from '../../../../src-main/contract/menu-keys';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import type { SettingEntry } from '../../features/settings/setting-entries';
import { keysOf } from '../../platform/commands/chosen-keys';
import { actOf, type CommandAct } from '../../platform/commands/command-store';

export type PaletteKind = 'command' | 'type' | 'application' | 'endpoint' | 'page';

/** One thing that can be gone to or done. */
export interface PaletteRow {
  /** Unique among all rows, and the same tomorrow: recents remember it. */
  readonly key: string;
  readonly kind: PaletteKind;
  readonly words: string;
  /** What tells it from others of the same name, such as an identifier. Empty: nothing. */
  readonly detail: string;
  /** As the table of commands writes them; null: none. */
  readonly keys: string | null;
  /** Where it leads, as parts of an address; null for a command. */
  readonly to: readonly string[] | null;
  /** The setting there that is to be shown and gets the focus; null: none. */
  readonly setting: string | null;
  readonly command: CommandId | null;
  /** True for what concerns the thing in view. */
  readonly here: boolean;
  /** What is looked through, in lower case: the words first. */
  readonly texts: readonly string[];
  /** Identifiers, for `:`. */
  readonly ids: readonly string[];
  /** Feature flags, for `#`. */
  readonly flags: readonly string[];
}

const PLAIN = {
  detail: '',
  keys: null,
  to: null,
  setting: null,
  command: null,
  here: false,
  ids: [],
  flags: [],
};

/** The commands that can be given now, as the table orders them. */
export function commandRows(
  offers: ReadonlyMap<CommandId, readonly CommandAct[]>,
  chosen: ChosenKeys = {},
): PaletteRow[] {
  return COMMANDS.flatMap((row) => {
    const act = actOf(offers, row.id);
    const { group } = commandRow(row.id);
    if (!act || group === 'Lists' || group === 'Window') return [];
    const words =
      group === 'Go to' && row.id !== 'go-send' && row.id !== 'go-import' ? `Go to ${act.words}` : act.words;
    return [
      {
        ...PLAIN,
        key: `command ${row.id}`,
        kind: 'command' as const,
        words,
        keys: keysOf(chosen, row.id),
        command: row.id,
        here: act.here,
        texts: [words.toLowerCase()],
      },
    ];
  });
}

/** Pages of the settings, which no command names. */
export function pageRows(pages: readonly (readonly [page: string, word: string])[]): PaletteRow[] {
  return pages.map(([page, word]) => ({
    ...PLAIN,
    key: `page ${page}`,
    kind: 'page',
    words: `Settings: ${word}`,
    to: ['settings', page],
    texts: [`settings: ${word}`.toLowerCase()],
  }));
}

/** Single settings, each at its place. */
export function settingRows(
  entries: readonly SettingEntry[],
  pages: readonly (readonly [page: string, word: string])[],
): PaletteRow[] {
  const words = new Map(pages);
  return entries.map((entry) => ({
    ...PLAIN,
    key: `setting ${entry.id}`,
    kind: 'page',
    words: entry.label,
    detail: words.get(entry.page) ?? entry.page,
    to: ['settings', entry.page],
    setting: entry.id,
    texts: [entry.label, entry.words, `settings ${words.get(entry.page) ?? ''}`].map((text) =>
      text.toLowerCase(),
    ),
  }));
}

export function typeRows(types: readonly ListedEventType[]): PaletteRow[] {
  return types.map((type) => ({
    ...PLAIN,
    key: `type ${type.name}`,
    kind: 'type',
    words: type.name,
    detail: type.archived ? 'archived' : (type.featureFlags ?? []).join(', '),
    to: ['catalog', type.name],
    texts: [type.name.toLowerCase(), type.description.toLowerCase()],
    flags: type.featureFlags ?? [],
  }));
}

export function applicationRows(applications: readonly ApplicationOut[]): PaletteRow[] {
  return applications.map(({ id, uid, name }) => ({
    ...PLAIN,
    key: `application ${id}`,
    kind: 'application',
    words: name,
    detail: uid ?? '',
    to: ['apps', id],
    texts: [name.toLowerCase(), (uid ?? '').toLowerCase()],
    ids: uid ? [id, uid] : [id],
  }));
}

export function endpointRows(endpoints: readonly FleetEndpointOut[]): PaletteRow[] {
  return endpoints.map(({ id, uid, url, description, appId, appName }) => ({
    ...PLAIN,
    key: `endpoint ${id}`,
    kind: 'endpoint',
    words: url,
    detail: description === '' ? appName : `${appName}, ${description}`,
    to: ['apps', appId, 'endpoints', id],
    texts: [url.toLowerCase(), appName.toLowerCase(), description.toLowerCase()],
    ids: uid ? [id, uid] : [id],
  }));
}
