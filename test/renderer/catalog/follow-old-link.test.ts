import { describe, expect, it } from 'vitest';
import { fieldOfOldLink } from '../../../src-renderer/catalog/follow-old-link';

const page = (...ids: readonly string[]) => ({
  getElementById: (id: string) => (ids.includes(id) ? ({} as HTMLElement) : null),
});

describe('a link to a field from an earlier version of the public catalog', () => {
  it('leads to the field on the page of its event type, whose addresses no longer begin with the name', () => {
    const now = page('invoice.paid', ':customer.id', ':items~~.sku');
    expect(fieldOfOldLink(now, 'invoice.paid', 'invoice.paid:customer.id')).toBe(':customer.id');
    expect(fieldOfOldLink(now, 'invoice.paid', 'invoice.paid:items~~.sku')).toBe(':items~~.sku');
  });

  it('leads to what names the card that the field is on now', () => {
    const now = page('invoice.paid', ':customer', ':items');
    expect(fieldOfOldLink(now, 'invoice.paid', 'invoice.paid:customer.address.city')).toBe(':customer');
    expect(fieldOfOldLink(now, 'invoice.paid', 'invoice.paid:items~~.~7e~')).toBe(':items');
  });

  it('leads nowhere for a field that is gone, and where the address is still right', () => {
    expect(fieldOfOldLink(page('invoice.paid'), 'invoice.paid', 'invoice.paid:gone.id')).toBeNull();
    expect(fieldOfOldLink(page('a', ':b'), 'a', 'other:b')).toBeNull();
    expect(fieldOfOldLink(page('a', 'a:b', ':b'), 'a', 'a:b')).toBeNull();
    expect(fieldOfOldLink(page(':'), '', '')).toBeNull();
  });
});
