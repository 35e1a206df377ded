import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anchorOf } from '../../../src-renderer/shared/schema-view/anchor-of';

it('an anchor keeps plain names and encodes characters that do not belong in a URL', () => {
  expect(anchorOf('order:customer.address_2')).toBe('order:customer.address_2');
  expect(anchorOf('order:lines[].id')).toBe('order:lines~~.id');
  expect(anchorOf('a b/{c}')).toBe('a~20~b~2f~~7b~c~7d~');
  expect(anchorOf('größe')).toBe('gr~f6~~df~e');
});

it('an anchor has only legal characters, and different texts have different anchors', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '~', '[', ']', '7', 'e', ' ', '/', '💶'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, text, (text, other) => {
      expect(anchorOf(text)).toMatch(/^[A-Za-z0-9._:~-]*$/);
      expect(anchorOf(text) === anchorOf(other)).toBe(text === other);
    }),
    { numRuns: 2000 },
  );
});
