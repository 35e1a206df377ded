import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DesktopSettings } from './contract/desktop-api';
import type { Bounds } from './window-policy';

/** What the desktop program remembers between runs. No secrets, nothing of the service itself. */
export interface StoredSettings extends DesktopSettings {
  /** The window's position when it was last closed; null at first. */
  readonly windowBounds: Bounds | null;
  /** Whether it was maximized then. */
  readonly windowMaximized: boolean;
  /** Whether the user was told that the program goes on in the tray when its window is closed. */
  readonly trayExplained: boolean;
}

const AT_FIRST: StoredSettings = {
  tray: false,
  notices: 'on',
  startAtLogin: false,
  windowBounds: null,
  windowMaximized: false,
  trayExplained: false,
};

/** Reads the settings. What is missing or damaged counts as never chosen: none of it is worth an error. */
export function readSettings(file: string): StoredSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return AT_FIRST;
  }
  if (typeof stored !== 'object' || stored === null) return AT_FIRST;
  const { windowBounds, windowMaximized, trayExplained } = stored as Record<string, unknown>;
  return {
    ...AT_FIRST,
    ...knownSettings(stored),
    windowBounds: isBounds(windowBounds) ? windowBounds : null,
    windowMaximized: windowMaximized === true,
    trayExplained: trayExplained === true,
  };
}

/** The valid ones among the settings in a value. Anything else in it is dropped. */
export function knownSettings(value: object): Partial<DesktopSettings> {
  const { tray, notices, startAtLogin } = value as Record<string, unknown>;
  return {
    ...(typeof tray === 'boolean' ? { tray } : {}),
    ...(notices === 'on' || notices === 'silent' || notices === 'off' ? { notices } : {}),
    ...(typeof startAtLogin === 'boolean' ? { startAtLogin } : {}),
  };
}

/**
 * Writes changed settings, and keeps the others. To a temporary file first, so that a crash leaves the old file or the
 * new, never half of one.
 * @returns all of them
 */
export function changeSettings(file: string, change: Partial<StoredSettings>): StoredSettings {
  const settings = { ...readSettings(file), ...change };
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
  return settings;
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== 'object' || value === null) return false;
  const bounds = value as Record<string, unknown>;
  return ['x', 'y', 'width', 'height'].every((side) => Number.isSafeInteger(bounds[side]));
}
