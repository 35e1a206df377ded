import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Bounds } from './window-policy';

/** What the desktop program remembers between runs. No secrets, nothing of the service itself. */
interface DesktopSettings {
  /** The window's position when it was last closed; null at first. */
  readonly windowBounds: Bounds | null;
  /** Whether it was maximized then. */
  readonly windowMaximized: boolean;
}

const AT_FIRST: DesktopSettings = { windowBounds: null, windowMaximized: false };

/** Reads the settings. A missing or damaged file counts as empty: none of it is worth an error. */
export function readSettings(file: string): DesktopSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return AT_FIRST;
  }
  if (typeof stored !== 'object' || stored === null) return AT_FIRST;
  const { windowBounds, windowMaximized } = stored as Record<string, unknown>;
  return {
    windowBounds: isBounds(windowBounds) ? windowBounds : null,
    windowMaximized: windowMaximized === true,
  };
}

/** Writes the settings to a temporary file first, so that a crash leaves the old file or the new, never half of one. */
export function writeSettings(file: string, settings: DesktopSettings): void {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== 'object' || value === null) return false;
  const bounds = value as Record<string, unknown>;
  return ['x', 'y', 'width', 'height'].every((side) => Number.isSafeInteger(bounds[side]));
}
