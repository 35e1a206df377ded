import type { BrowserContext, Page } from '@playwright/test';
import { DESCRIPTION_MAX_LENGTH } from '../../src-server/contract/names';
import { ENGLISH_TEXTS } from '../../src-server/contract/portal-texts/english-texts';
import { GERMAN_TEXTS } from '../../src-server/contract/portal-texts/german-texts';
import { listTexts } from '../../src-server/contract/portal-texts/list-texts';
import { messageFormat } from '../../src-server/portal-texts/message-format';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { IS_WHOLE } from '../support/share';
import { goInPortal } from './go-in-portal';

let sender: SampleSender;
let context: BrowserContext;
let portal: Page;
let endpointId: string;
let messageId: string;

test.beforeAll(async ({ browser }) => {
  sender = await startSampleSender();
  await sender.call('PATCH', '/event-type/ping', { deprecated: true, sunsetAt: '2100-01-31T00:00:00Z' });
  ({ id: endpointId } = await sender.call<{ id: string }>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/german`,
    filterTypes: ['shipment.delivered'],
    rateLimit: 20,
  }));
  ({ id: messageId } = await sender.call<{ id: string }>('POST', `/app/${sender.appId}/msg`, {
    eventType: 'shipment.delivered',
    payload: { parcel: 'P-1' },
  }));
  await expect
    .poll(async () => (await sender.call<{ count: number }>('GET', '/receiver/german')).count)
    .toBe(1);
  context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  portal = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await sender?.server.dispose();
});

/** What is read in English alone: entire texts, and the longer parts between the arguments of others. */
function englishAlone(): { readonly entire: readonly string[]; readonly parts: readonly string[] } {
  const literals = (texts: ReadonlyMap<string, string>) =>
    new Set([...texts.values()].flatMap((text) => literalsOf(text)).map((text) => text.trim()));
  const german = literals(listTexts(GERMAN_TEXTS));
  const entire = [...literals(listTexts(ENGLISH_TEXTS))].filter((text) => text !== '' && !german.has(text));
  return { entire, parts: entire.filter((text) => text.length > 9 && text.includes(' ')) };
}

/** The English texts on the page, besides what is marked as English and what the sender has written. */
function englishOn(page: Page): Promise<string[]> {
  return page.evaluate(({ entire, parts }) => {
    const known = new Set(entire);
    const found: string[] = [];
    const look = (text: string | null) => {
      const read = (text ?? '').replace(/\s+/g, ' ').trim();
      if (known.has(read) || parts.some((part) => read.includes(part))) found.push(read);
    };
    const isForeign = (element: Element | null) => element?.closest('[lang="en"], code, [translate="no"]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (!isForeign(texts.currentNode.parentElement)) look(texts.currentNode.nodeValue);
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) look(element.getAttribute(name));
    }
    return found;
  }, englishAlone());
}

test('a reader of German reads German on every screen of the portal, at any width', async () => {
  const faults = watchFaults(portal, sender.server.baseUrl);
  await portal.goto(await sender.portalLink());
  const screens: readonly (readonly [path: string, shows: string])[] = [
    ['/endpoints', 'Endpunkte'],
    ['/endpoints/new', 'Endpunkt hinzufügen'],
    [`/endpoints/${endpointId}`, '/receiver/german'],
    [`/endpoints/${endpointId}?tab=test`, '/receiver/german'],
    [`/endpoints/${endpointId}?tab=settings`, '/receiver/german'],
    ['/messages', 'Nachrichten'],
    [`/messages/${messageId}`, 'delivered'],
    ['/catalog', 'Ereigniskatalog'],
    ['/catalog/shipment.delivered', 'delivered'],
    ['/changes', 'Änderungen'],
  ];
  for (const [path, shows] of screens) {
    await goInPortal(portal, path);
    await expect(portal.getByRole('heading', { level: 1 }), path).toContainText(shows);
    await expect(portal.getByText('Wird geladen'), path).toHaveCount(0);
    expect.soft(await englishOn(portal), path).toEqual([]);
    // What axe looks at is the same in each language (`portal-every-screen.spec.ts`).
    if (IS_WHOLE) await expectAccessible(portal, path);
    await expectReflow(portal, path, [390]);
  }
  await expect(portal.locator('html')).toHaveAttribute('lang', 'de');
  await expect(portal).toHaveTitle(/^Webhooks von /);
  expect(faults()).toEqual([]);
});

test('numbers and days stand as the reader writes them, and a link may ask for another language', async () => {
  await goInPortal(portal, '/catalog/ping');
  await expect(portal.getByText('Unterstützt bis 31. Januar 2100.')).toBeVisible();
  const english = await context.newPage();
  await english.goto((await sender.portalLink()).replace('/portal/', '/portal/?lang=en-GB'));
  await expect(english.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
  await expect(english.locator('html')).toHaveAttribute('lang', 'en');
  await english.close();
});

test('a refused link, address and description say why in German, also where the server does', async () => {
  await goInPortal(portal, '/endpoints/new');
  await portal.getByRole('button', { name: 'Endpunkt hinzufügen' }).click();
  await expect(portal.getByText('Geben Sie die URL ein, an die Ereignisse gesendet werden.')).toBeVisible();
  await portal.getByRole('textbox', { name: 'Endpunkt-URL' }).fill('https://example.com/hook');
  await portal.getByRole('textbox', { name: 'Beschreibung' }).fill('x'.repeat(DESCRIPTION_MAX_LENGTH + 1));
  await portal.getByRole('button', { name: 'Endpunkt hinzufügen' }).click();
  await expect(portal.getByText('Höchstens 20.000 Zeichen sind erlaubt.')).toBeVisible();
  await portal.goto(`${sender.server.baseUrl}/portal/#key=bm8`);
  await expect(portal.getByRole('heading', { name: 'Dieser Link ist unvollständig' })).toBeVisible();
  expect(await englishOn(portal)).toEqual([]);
});

type Part = ReturnType<ReturnType<typeof messageFormat>['getAst']>[number];

/** What a text of ICU says itself, between its arguments and in each of its choices. @throws SyntaxError if it is none */
function literalsOf(text: string): readonly string[] {
  const literals = (elements: readonly Part[]): readonly string[] =>
    elements.flatMap((element) => [
      ...(element.type === 0 ? [element.value] : []),
      ...('options' in element ? Object.values(element.options).flatMap(({ value }) => literals(value)) : []),
    ]);
  return literals(messageFormat(text, 'en').getAst());
}
