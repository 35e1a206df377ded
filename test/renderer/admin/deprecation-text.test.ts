import { expect, it } from 'vitest';
import { deprecationText, shortDeprecationText } from '../../../src-renderer/admin/parts/deprecation-text';

const sunsetAt = '2027-01-31T00:00:00.000Z';

it('a deprecated event type says since when, until when and what replaces it, as far as that is known', () => {
  const known = { deprecatedAt: '2026-05-01T12:00:00.000Z', sunsetAt, replacedBy: 'a.new' };
  expect(deprecationText(known)).toBe(
    'deprecated since 1 May 2026, supported until 31 January 2027, replaced by a.new',
  );
  expect(deprecationText({ sunsetAt: null })).toBe('deprecated');
});

it('the row of a deprecated event type has room for its last day', () => {
  expect(shortDeprecationText({ sunsetAt })).toBe('supported until 31 Jan 2027');
  expect(shortDeprecationText({ sunsetAt: null })).toBe('deprecated');
});
