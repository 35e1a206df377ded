import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits';
import { ENGLISH_TEXTS } from '../../../src-server/contract/portal-texts/english-texts';
import { listTexts } from '../../../src-server/contract/portal-texts/list-texts';
import { textArguments } from '../../../src-server/portal-texts/text-arguments';
import { textFault } from '../../../src-server/portal-texts/text-fault';

describe('the texts of the portal', () => {
  const texts = [...listTexts(ENGLISH_TEXTS)];

  it('are each found by a path', () => {
    expect(new Map(texts).get('endpoints.columns.health')).toBe('State');
    expect(texts.length).toBeGreaterThan(500);
  });

  it('are each right as a text of a sender', () => {
    expect(texts.flatMap(([path, text]) => textFault(path, text) ?? [])).toEqual([]);
  });

  it('have arguments exactly if they have a brace', () => {
    const doubtful = texts.filter(([, text]) => text.includes('{') !== textArguments(text).size > 0);
    expect(doubtful).toEqual([]);
  });
});

describe('a text of a sender', () => {
  const sum = 'endpoints.sum';

  it.each([
    ['All is well.'],
    ['{troubled, number} von {all, number}'],
    ["It's {troubled, plural, one {# of them} other {# of '{all}'}}"],
    ['Read <b>this</b> first'],
  ])('may read: %s', (text) => expect(textFault(sum, text)).toBeNull());

  it.each([
    ['endpoints.unknown', 'Hello', 'The portal has no text "endpoints.unknown".'],
    ['constructor', 'Hello', 'The portal has no text "constructor".'],
    [sum, ' ', 'The text is empty.'],
    [sum, 'x'.repeat(LIMITS.portalText.max + 1), 'The text has 2001 characters; at most 2000 are allowed.'],
    [sum, '{'.repeat(500), 'Braces nest deeper than 8 levels.'],
    [sum, '{count} endpoints', 'uses {count}, which is not available here. Available: {troubled}, {all}.'],
    ['endpoints.title', '{x}', 'This text has no arguments.'],
    ['session.titleOf', '{application, number}', '{application} is no number. Write {application}.'],
    [sum, '{troubled, date}', '{troubled} is no date'],
    [sum, '{troubled', 'no ICU message: expect argument closing brace at line 1, column 1'],
    [sum, '{troubled, plural, one {x}}', 'no ICU message: missing other clause'],
    [
      sum,
      '{all, number, ::.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000}',
      'no ICU message',
    ],
  ])('for %s may not read: %s', (path, text, fault) => expect(textFault(path, text)).toContain(fault));
});
