import { SETTING_DEFAULTS } from '../../../../src-server/contract/settings';
import { usePatchSettings, useSettings } from '../../data/use-settings';
import { useAppearance } from '../../platform/appearance';
import { useKeymap } from '../../platform/commands/keymap';
import { useSingleKeys } from '../../platform/commands/single-keys';
import { useTheme } from '../../platform/theme';
import { differs, type LocalSettings, SETTING_ENTRIES, type SettingEntry } from './setting-entries';

function useLocalSettings(): LocalSettings {
  const theme = useTheme((state) => state.theme);
  const { density, textSize, motion } = useAppearance();
  const singleKeys = useSingleKeys((state) => state.on);
  const otherKeys = useKeymap((state) => Object.keys(state.chosen).length);
  return { theme, density, textSize, motion, singleKeys, otherKeys };
}

/** The settings that differ from their default. */
export function useChangedSettings(): readonly SettingEntry[] {
  const server = useSettings().data;
  const local = useLocalSettings();
  return SETTING_ENTRIES.filter((entry) => differs(entry, server, local));
}

const LOCAL_RESETS: Record<keyof LocalSettings, () => void> = {
  theme: () => useTheme.getState().choose('system'),
  density: () => useAppearance.getState().chooseDensity('normal'),
  textSize: () => useAppearance.getState().chooseTextSize('normal'),
  motion: () => useAppearance.getState().chooseMotion('system'),
  singleKeys: () => useSingleKeys.getState().turn(true),
  otherKeys: () => useKeymap.getState().resetAll(),
};

/** Resets a setting to its default. */
export function useResetSetting() {
  const patch = usePatchSettings();
  return {
    isPending: patch.isPending,
    error: patch.error,
    reset({ server, local }: SettingEntry) {
      if (local) LOCAL_RESETS[local]();
      // A catalog without a name cannot stay public.
      else if (server === 'displayName') patch.mutate({ displayName: null, eventCatalogPublished: false });
      else if (server) patch.mutate({ [server]: SETTING_DEFAULTS[server] });
    },
  };
}
