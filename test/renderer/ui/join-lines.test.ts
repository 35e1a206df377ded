import { expect, it } from 'vitest';
import { joinLines } from '../../../src-renderer/ui/join-lines';

it('a single line feed in Markdown is a space', () => {
  expect(joinLines('One\ntwo \r\n  three')).toBe('One two three');
  expect(joinLines('-5 degrees\n-6 degrees\n2026 is\n3.5')).toBe('-5 degrees -6 degrees 2026 is 3.5');
});

it('paragraphs, hard breaks and items of a list in Markdown stay on lines of their own', () => {
  for (const text of [
    'One\n\ntwo',
    'One\r\n \r\ntwo',
    'One  \ntwo',
    'One\\\ntwo',
    'One:\n- two\n* three\n  + four',
    'One:\n1. two\n2) three',
    'One\n> two\n# three',
    '\nOne',
  ])
    expect(joinLines(text), text).toBe(text);
  expect(joinLines('- one\n  goes on\n- two')).toBe('- one goes on\n- two');
});

it('Markdown of many line feeds is joined in time that grows with its length', () => {
  expect(joinLines(`a${' \n'.repeat(50_000)}b`)).toHaveLength(100_002);
  expect(joinLines('a\n'.repeat(50_000))).toHaveLength(100_000);
});
