// (l) What a working copy of five thousand event types costs: fetching and comparing it, one edit, and typing in the
// schema editor beside typing in that of the local instance, and there in a schema of 57 KB, by turns in the same run.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { launchChromium, openAdminPage } from './chromium.mjs';
import { callApi } from './processes.mjs';
import { quantile, sort } from './statistics.mjs';

const TYPES = 5000;
const PER_REQUEST = 2500;
/** Changed on each side before the comparison, half of them on both. */
const CHANGED = 200;
const EDITS = 20;
const ROUNDS = 6;
const QUICK_ROUNDS = 2;
const TYPED = 'the amount of this invoice in the currency of its customer ';
const LETTER_MS = 40;
const EDITED = 'group7.event7';
const LARGE = 'large.schema';
const LARGE_BYTES = 57_000;

/** @param {import('./processes.mjs').Bench} shared */
export async function measureWorkingCopy(shared) {
  const [here, there] = await Promise.all([startOwnServer(), startOwnServer()]);
  try {
    const local = { ...shared, server: here };
    const remote = { ...shared, server: there };
    const types = Array.from({ length: TYPES }, (_, n) => typeOf(n));
    for (const bench of [local, remote]) await put(bench, types);
    const connection = { name: 'Bench', baseUrl: there.url, token: there.token, mode: 'working-copy' };
    const { id } = await callApi(local, 'POST', '/connections', connection);
    const path = `/connections/${id}/working-copy`;
    const fetchMs = await timed(() => callApi(local, 'POST', `${path}/fetch`));
    await put(remote, changed(types.slice(0, CHANGED), 'Changed there.'));
    const changes = changed(types.slice(CHANGED / 2, CHANGED * 1.5), 'Changed here.').map((mine, n) => {
      const { name, ...base } = types[CHANGED / 2 + n] ?? typeOf(0);
      return { name, base, mine: { ...base, description: mine.description } };
    });
    await callApi(local, 'POST', `${path}/changes/import`, { changes });
    const compareMs = await timed(() => callApi(local, 'POST', `${path}/compare`));
    const checkMs = await timed(() => callApi(local, 'POST', `${path}/check`));
    const editMs = [];
    for (let n = 0; n < EDITS; n += 1) {
      const { name, ...content } = typeOf(TYPES - 1 - n);
      const body = { ...content, description: 'Edited.' };
      editMs.push(await timed(() => callApi(local, 'PUT', `${path}/event-types/${name}`, body)));
    }
    await put(local, [largeType()]);
    const typing = await measureTyping(here, id, shared.quick ? QUICK_ROUNDS : ROUNDS);
    return { types: TYPES, fetchMs, compareMs, checkMs, editMs: quantile(sort(editMs), 0.5), typing };
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

/** @param {number} n */
function typeOf(n) {
  const text = { type: 'string', description: 'Identifies it.' };
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field_${field}`, text]));
  return {
    name: `group${n % 100}.event${n}`,
    description: `Sent when thing ${n} happened.`,
    featureFlags: n % 20 === 0 ? ['beta'] : null,
    schemas: { 1: { title: 'T', type: 'object', required: ['field_0'], properties } },
  };
}

/** An event type whose schema, as the editor shows it, has `LARGE_BYTES`. */
function largeType() {
  const { schemas, ...type } = typeOf(0);
  const properties = { ...schemas[1].properties };
  const schema = { ...schemas[1], properties };
  for (let n = 0; JSON.stringify(schema, null, 2).length < LARGE_BYTES; n += 1)
    properties[`more_${n}`] = { type: 'string', description: `What field ${n} says.`, maxLength: n + 1 };
  return { ...type, name: LARGE, schemas: { 1: schema } };
}

/** @param {readonly ReturnType<typeof typeOf>[]} types @param {string} description */
function changed(types, description) {
  return types.map((type) => ({ ...type, description }));
}

/** @param {import('./processes.mjs').Bench} bench @param {readonly object[]} types */
async function put(bench, types) {
  for (let from = 0; from < types.length; from += PER_REQUEST) {
    const eventTypes = types.slice(from, from + PER_REQUEST);
    await callApi(bench, 'POST', '/environment/import', { eventTypes });
  }
}

/** @param {() => Promise<unknown>} run */
async function timed(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/**
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {string} connectionId
 * @param {number} rounds
 * @returns null where there is no browser
 */
async function measureTyping(server, connectionId, rounds) {
  const browser = await launchChromium('typing in a working copy');
  if (!browser) return null;
  try {
    const direct = await openEditor(server, browser, 'local', EDITED);
    const copy = await openEditor(server, browser, connectionId, EDITED);
    const large = await openEditor(server, browser, 'local', LARGE);
    /** @type {{ direct: number[], copy: number[], large: number[] }} */
    const keys = { direct: [], copy: [], large: [] };
    for (let round = 0; round < rounds; round += 1) {
      // Whoever begins alternates too.
      const turns = [
        { page: direct, to: keys.direct },
        { page: copy, to: keys.copy },
        { page: large, to: keys.large },
      ];
      if (round % 2 === 1) turns.reverse();
      for (const { page, to } of turns) to.push(...(await typeOnce(page)));
    }
    const [directMs, copyMs] = [mean(keys.direct), mean(keys.copy)];
    const p95 = (/** @type {number[]} */ values) => quantile(sort(values), 0.95);
    return {
      directMs,
      copyMs,
      ratio: copyMs / directMs,
      largeRatio: mean(keys.large) / directMs,
      directP95Ms: p95(keys.direct),
      copyP95Ms: p95(keys.copy),
    };
  } finally {
    await browser.close();
  }
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {import('@playwright/test').Browser} browser
 * @param {string} instance
 * @param {string} name of the event type
 */
async function openEditor(server, browser, instance, name) {
  const page = await openAdminPage(server, browser);
  await page.goto(`${server.url}/#/${instance}/catalog/${name}/schema`);
  const code = page.getByRole('textbox', { name: 'Schema as JSON' });
  await code.focus();
  // Into the title, before its closing quote.
  for (const key of ['Control+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft'])
    await page.keyboard.press(key);
  await page.evaluate(() => {
    const page = /** @type {any} */ (globalThis);
    page.keyMs = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => page.keyMs.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      true,
    );
  });
  return page;
}

/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>} from each key to the end of the frame that shows it
 */
async function typeOnce(page) {
  await page.bringToFront();
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).keyMs = [];
  });
  await page.keyboard.type(TYPED, { delay: LETTER_MS });
  await page.waitForFunction((count) => /** @type {any} */ (globalThis).keyMs.length >= count, TYPED.length);
  const text = await page.locator('.monaco-editor .view-lines').first().textContent();
  if (!text?.replaceAll('\u00A0', ' ').includes('Tthe amount'))
    throw new Error('What was typed is not there.');
  return page.evaluate(() => /** @type {any} */ (globalThis).keyMs);
}
