import { describe, expect, it } from 'vitest';
import { ENGLISH_TEXTS } from '../../../src-server/contract/portal-texts/english-texts';
import { GERMAN_TEXTS } from '../../../src-server/contract/portal-texts/german-texts';
import { listTexts } from '../../../src-server/contract/portal-texts/list-texts';
import { messageFormat } from '../../../src-server/portal-texts/message-format';
import { textArguments } from '../../../src-server/portal-texts/text-arguments';
import { textFault } from '../../../src-server/portal-texts/text-fault';

/** What is called the same in both languages: names of techniques, and words that German has taken over. */
const SAME = new Set(
  [
    ...['Webhooks', 'JSON', 'TypeScript', 'Code', 'Schema', 'Status', 'Filter', 'Payload', 'Test', 'Token'],
    ...['URL', 'DNS', 'TLS', 'Header', 'Body', 'Limit', 'Name', 'Installation', '(optional)', 'x-api-key'],
    ...['{ms, number} ms', '{duration} at {rate, number}/s', 'https://example.com/webhooks'],
  ].map((text) => text.toLowerCase()),
);

describe('the German texts of the portal', () => {
  const english = listTexts(ENGLISH_TEXTS);
  const german = listTexts(GERMAN_TEXTS);

  it('are the same ones as in English', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have the arguments of the English ones, none more and none less', () => {
    const names = (text: string | undefined) => [...textArguments(text ?? '').keys()].sort().join();
    const odd = [...german].filter(([path, text]) => names(text) !== names(english.get(path)));
    expect(odd).toEqual([]);
  });

  it('can each be filled in, with none, one and many', () => {
    expect([...german].flatMap(([path, text]) => textFault(path, text) ?? [])).toEqual([]);
    for (const [path, text] of german) {
      const names = [...textArguments(text).keys()];
      for (const value of [0, 1, 2, 5000]) {
        const filled = String(
          messageFormat(text, 'de').format(Object.fromEntries(names.map((name) => [name, value]))),
        );
        expect(filled, path).not.toMatch(/[{}#]|NaN|undefined/);
      }
    }
  });

  it('say it in German, except for what is called the same', () => {
    const hasWords = (text: string) => /[a-z]/i.test(text.replaceAll(/\{\w+\}/g, ''));
    const same = [...german].filter(
      ([path, text]) => text === english.get(path) && hasWords(text) && !SAME.has(text.toLowerCase()),
    );
    expect(same).toEqual([]);
  });
});
