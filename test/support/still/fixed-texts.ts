import type { Page } from '@playwright/test';

/**
 * Replaces each word that differs from run to run with a fixed one: ports, ids, signatures, the version. Each is as
 * long as what it replaces, so that nothing moves.
 */
export async function fixTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fixed = (text: string) =>
      text
        .replace(/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:48071')
        .replace(
          /\b(app|ep|poll|msg|atmpt|tok|con|tgt|qtask|imp)_[0-9A-Za-z]{27}\b/g,
          '$1_3Fq0W8dWnPhUj1rTzKc5yVb2mXe',
        )
        .replace(/\bv1,[0-9A-Za-z+/]{43}=/g, `v1,${'3Fq0W8dWnPh'.repeat(4).slice(1)}=`)
        .replace(/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g, (version) => version.replace(/\d+/g, '0'));
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.nodeValue ?? '';
      if (fixed(text) !== text) node.nodeValue = fixed(text);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (fixed(field.value) !== field.value) field.value = fixed(field.value);
  });
}
