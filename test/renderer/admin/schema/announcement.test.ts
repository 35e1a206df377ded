import { expect, it } from 'vitest';
import { announcement } from '../../../../src-renderer/admin/features/schema/sheets/announcement';

const change = { effect: 'breaking', where: 'schema > total', text: 'number becomes string' } as const;

it('an announcement of a breaking change names the event type and each change, and counts what is not listed', () => {
  expect(announcement('invoice.paid', [change], 2)).toBe(
    [
      'The event type `invoice.paid` is about to change. Receivers that rely on its current schema must be updated:',
      '',
      '- schema > total: number becomes string',
      '- and 2 more',
      '',
    ].join('\n'),
  );
  expect(announcement('invoice.paid', [change], 0)).not.toContain('more');
});
