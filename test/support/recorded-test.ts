import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { PageRecorder } from './page-recorder';

/** Set while tests are recorded (`npm run check -- --record`): where the one test of the run notes what it executed. */
const FOLDER = process.env.POSTHORN_RECORD_FOLDER;

/** Null outside of a recording. */
export const pageRecorder = FOLDER ? new PageRecorder() : null;

/** Playwright's `test`, which notes the functions that a test executes while tests are recorded, else nothing more. */
export const test = base.extend<{ readonly recording: undefined }, { readonly browserRecording: undefined }>({
  browserRecording: [
    async ({ browser }, use) => {
      // The processes that tests start write there as they end.
      process.env.NODE_V8_COVERAGE = join(FOLDER ?? '', 'children');
      pageRecorder?.follow(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: Boolean(FOLDER) },
  ],
  recording: [
    async ({ browserRecording: _ }, use) => {
      await use(undefined);
      writeFileSync(join(FOLDER ?? '', 'pages.json'), JSON.stringify(await pageRecorder?.take()));
    },
    { auto: Boolean(FOLDER) },
  ],
});
