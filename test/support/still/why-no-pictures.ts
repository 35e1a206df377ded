import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Browser, FullConfig } from '@playwright/test';
import { findSystemBrowser } from '../../../resources/tools/browser.mjs';

/** The system and browser of the pictures. Others render text differently. */
const MADE_WITH = resolve(import.meta.dirname, '../../e2e/snapshots/made-with.json');

/**
 * Why screens cannot be compared with their pictures here, which is also printed; null: they can. When the pictures are
 * renewed, notes what with.
 */
export function whyNoPictures(browser: Browser, config: FullConfig): string | null {
  // Playwright's own, where the system has none, is a headless shell too.
  const build = /headless-shell$|^$/.test(findSystemBrowser() ?? '') ? ' (headless shell)' : '';
  const here = { platform: process.platform, chromium: `${browser.version().split('.', 1)[0]}${build}` };
  if (config.updateSnapshots === 'all' || config.updateSnapshots === 'changed') {
    mkdirSync(dirname(MADE_WITH), { recursive: true });
    writeFileSync(MADE_WITH, `${JSON.stringify(here, null, 2)}\n`);
    return null;
  }
  // Without the file there is nothing to compare with: a fault, not a reason to skip.
  const made = JSON.parse(readFileSync(MADE_WITH, 'utf8'));
  if (made.chromium === here.chromium && made.platform === here.platform) return null;
  const why = `the pictures were made with Chromium ${made.chromium} on ${made.platform}, and this is Chromium ${here.chromium} on ${here.platform}. To renew them: npm run screenshots`;
  console.log(`\nSKIPPED, NO SCREEN WAS COMPARED WITH ITS PICTURE: ${why}\n`);
  return why;
}
