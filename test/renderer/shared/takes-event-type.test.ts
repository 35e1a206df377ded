import { expect, it } from 'vitest';
import { takesEventType } from '../../../src-renderer/shared/endpoint/takes-event-type';

it.each([
  [null, null, true],
  [['invoice.paid'], null, true],
  [['user.created'], null, false],
  [null, ['invoice'], true],
  [null, ['user'], false],
  [['user.created'], ['invoice'], true],
  [[], null, false],
])(
  'an endpoint with the types %j and the groups %j receives invoice.paid: %s',
  (filterTypes, filterGroups, takes) => {
    expect(takesEventType({ filterTypes, filterGroups }, { name: 'invoice.paid' })).toBe(takes);
  },
);
