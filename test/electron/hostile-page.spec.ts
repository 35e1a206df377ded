import type { Page } from '@playwright/test';
import { type Receiver, startReceiver } from '../support/receiver';
import type { Desktop } from './desktop';
import { expect, test } from './desktop-test';
import { ScriptedPage } from './scripted-page';

/** What a script can do that got into a page of the window: nothing but what a page can do. */

let outside: Receiver;
test.beforeEach(async () => {
  outside = await startReceiver((arrival) => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: `<title>outside</title><p>${arrival.path}`,
  }));
});
test.afterEach(() => outside.close());

interface Opened {
  readonly page: Page;
  readonly script: ScriptedPage;
}

/** Waits for the page of the program as a script in it would, so that nothing counts as a press. */
async function opened(desktop: Desktop): Promise<Opened> {
  const page = await desktop.page();
  const script = await ScriptedPage.of(page);
  await expect.poll(() => script.run(`document.querySelector('nav') !== null`)).toBe(true);
  return { page, script };
}

/** Something that the program answers, so that whatever was asked before it has been decided. */
const AFTER_ALL = 'desktop.getVersions().then(() => undefined)';

test('a script opens no window and no browser, whatever it opens', async ({ desktop }) => {
  const { page, script } = await opened(desktop);
  const addresses = [
    `${outside.baseUrl}/open`,
    'https://evil.example/',
    `${new URL(page.url()).origin}/docs`,
    'file:///etc/passwd',
    'data:text/html,hello',
    'about:blank',
    'vscode://open',
  ];
  for (const address of addresses) {
    const isClosed = `new Promise((done) => {
      const opened = window.open(${JSON.stringify(address)});
      const look = () => (!opened || opened.closed ? done(true) : setTimeout(look, 20));
      look();
    })`;
    expect(await script.run(isClosed), address).toBe(true);
  }
  await script.run(`document.body.insertAdjacentHTML('beforeend',
    '<a id="made" target="_blank" href="${outside.baseUrl}/link">x</a>'); document.getElementById('made').click()`);
  await script.run(`document.getElementById('made').dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))`);
  await script.run(AFTER_ALL);
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(await desktop.records('window')).toEqual([]);
  // The program was asked, and refused each.
  if (desktop.kind === 'double')
    expect((await desktop.records('window.open')).length).toBeGreaterThanOrEqual(addresses.length);
  expect(await desktop.records('shell.openExternal')).toEqual([]);
  expect(outside.arrivals).toEqual([]);
});

test('a script leads the window nowhere else, and sends nothing there', async ({ desktop }) => {
  const { page, script } = await opened(desktop);
  const before = page.url();
  const attempts = [
    `location.href = '${outside.baseUrl}/href'`,
    `location.replace('${outside.baseUrl}/replace')`,
    `document.body.insertAdjacentHTML('beforeend', '<form id="out" method="post" action="${outside.baseUrl}/form">');
     HTMLFormElement.prototype.submit.call(document.getElementById('out'))`,
    `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=${outside.baseUrl}/meta">')`,
    `location.href = 'file:///etc/passwd'`,
    `location.href = 'data:text/html,hello'`,
    `location.href = 'javascript:document.title = "ran"'`,
    `location.href = 'vscode://open'`,
    `const link = document.createElement('a'); link.href = '${outside.baseUrl}/click'; document.body.append(link); link.click()`,
  ];
  for (const attempt of attempts) {
    await script.run(`{ ${attempt} }`).catch(() => {}); // refused by the page itself, which is as good
    await script.run(AFTER_ALL);
  }
  expect(page.url()).toBe(before);
  expect(await page.title()).not.toBe('ran');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(outside.arrivals).toEqual([]);
  expect(await desktop.records('shell.openExternal')).toEqual([]);
  expect(await desktop.records('external protocol')).toEqual([]);
});

test('a redirect leads the window nowhere else', async ({ desktop }) => {
  const { page, script } = await opened(desktop);
  const origin = new URL(page.url()).origin;
  // No page of the server redirects to elsewhere; the spec's own connection makes one do so.
  await page.route(`${origin}/redirected`, (route) =>
    route.fulfill({ status: 302, headers: { location: `${outside.baseUrl}/there` } }),
  );
  await script.run(`location.href = '/redirected'`).catch(() => {});
  await expect.poll(() => script.run(AFTER_ALL).then(() => page.url())).toContain('/admin/');
  expect(outside.arrivals).toEqual([]);
  expect(await desktop.records('shell.openExternal')).toEqual([]);
});

test('a script cannot open the browser through the bridge, and a press can', async ({ desktop }) => {
  const { page, script } = await opened(desktop);
  expect(await script.run(`desktop.openExternal('https://evil.example/')`)).toBe(false);
  // It may believe to have been pressed; the preload script has a world of its own.
  await script.run(`Object.defineProperty(Navigator.prototype, 'userActivation', { value: { isActive: true } });
    Object.defineProperty(MouseEvent.prototype, 'isTrusted', { value: true }); undefined`);
  expect(await script.run(`desktop.openExternal('https://evil.example/')`)).toBe(false);
  expect(await desktop.records('shell.openExternal')).toEqual([]);

  await page.evaluate((address) => {
    document.body.innerHTML = `<a href="${address}">outside</a> <a href="/docs" target="_blank">documentation</a>
      <a href="vscode://open">a program</a> <a href="https://me:secret@example.com/">disguised</a>
      <a href="#/local/catalog">inside</a> <button>ask</button>`;
    document.querySelector('button')?.addEventListener('click', () => {
      void (globalThis as unknown as { desktop: { openExternal(url: string): void } }).desktop.openExternal(
        `${address}/asked`,
      );
    });
  }, outside.baseUrl);
  await page.getByText('outside').click();
  await desktop.recorded('shell.openExternal', (url) => url === `${outside.baseUrl}/`);
  await page.getByText('documentation').press('Enter');
  await desktop.recorded('shell.openExternal', (url) => url.endsWith('/docs'));
  await page.getByText('outside').click({ button: 'middle' });
  await page.getByText('a program').click();
  await page.getByText('disguised').click();
  await page.getByRole('button').click();
  await desktop.recorded('shell.openExternal', (url) => url.endsWith('/asked'));
  await page.getByText('inside').click();
  await expect(page).toHaveURL(/#\/local\/catalog$/);
  expect(await desktop.records('shell.openExternal')).toHaveLength(4);
  expect(outside.arrivals).toEqual([]);
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('every permission is refused, in words of the web and in fact', async ({ desktop }) => {
  const { page } = await opened(desktop);
  const refused = await page.evaluate(async () => {
    const outcome = (pending: Promise<unknown>) =>
      pending.then(
        (value) => String(value),
        (cause: Error) => `refused: ${cause.name}`,
      );
    return {
      notifications: await outcome(Notification.requestPermission()),
      camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
      clipboard: await outcome(navigator.clipboard.readText()),
      midi: await outcome(navigator.requestMIDIAccess()),
      geolocation: await new Promise((done) =>
        navigator.geolocation.getCurrentPosition(
          () => done('granted'),
          ({ code }) => done(`refused: ${code}`),
        ),
      ),
      query: await navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
    };
  });
  expect(refused).toEqual({
    notifications: 'denied',
    // Chromium without a window has no camera to refuse; what was decided about it is below.
    camera: expect.stringMatching(/^refused: Not(Allowed|Supported)Error$/),
    clipboard: 'refused: NotAllowedError',
    midi: expect.stringContaining('refused'),
    geolocation: 'refused: 1',
    query: 'denied',
  });
  if (desktop.kind === 'electron') return; // there the responses above are all there is to see
  const decisions = await desktop.records('permission');
  expect(decisions.map(([, decision]) => decision)).not.toContain('granted');
  expect(decisions.map(([permission]) => permission)).toEqual(
    expect.arrayContaining(['notifications', 'media', 'clipboard-read', 'midi', 'geolocation']),
  );
});

test('a webview is an element without meaning, and its attachment is refused besides', async ({
  desktop,
}) => {
  const { page } = await opened(desktop);
  await page.evaluate((address) => {
    document.body.insertAdjacentHTML('beforeend', `<webview src="${address}/webview"></webview>`);
  }, outside.baseUrl);
  expect(await page.evaluate(() => 'loadURL' in (document.querySelector('webview') ?? {}))).toBe(false);
  const isRefused = await desktop.run(({ BrowserWindow }) => {
    let prevented = false;
    const event = {
      preventDefault: () => {
        prevented = true;
      },
    };
    BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
    return prevented;
  });
  expect(isRefused).toBe(true);
  expect(outside.arrivals).toEqual([]);
});

test('the window is as closed as Electron can make it, and its pages have a strict policy', async ({
  launch,
}) => {
  const desktop = await launch();
  const { page, script } = await opened(desktop);
  if (desktop.kind === 'double') {
    const [, options] = await desktop.recorded('window');
    const { preload, ...preferences } = options.webPreferences;
    expect(preload).toMatch(/preload\.cjs$/);
    // Everything else is Electron's default: the double refuses other values, and preferences that it does not know.
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    });
    expect(await desktop.records('app.commandLine.appendSwitch')).toEqual([]);
  }
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const policy = (await fetch(page.url())).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("object-src 'none';base-uri 'none';form-action 'none'");
  expect(policy).not.toMatch(/unsafe-eval|\*/);
  expect(
    await script.run(`new Promise((done) => {
    document.addEventListener('securitypolicyviolation', () => done('refused'));
    const made = document.createElement('script');
    made.src = '${outside.baseUrl}/script.js';
    made.onload = () => done('loaded');
    document.head.append(made);
  })`),
  ).toBe('refused');
  expect(outside.arrivals).toEqual([]);
});
