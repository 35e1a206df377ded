import { describe, expect, it } from 'vitest';
import {
  FIRST_ORDER,
  inOrder,
  nextOrder,
  ORDER_COLUMNS,
  readOrder,
  withText,
  writeOrder,
} from '../../../src-renderer/admin/features/applications/application-order';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../src-server/contract/fleet';

const app = (name: string, rateLimit: number | null, uid: string | null = null) =>
  ({ id: `app_${name}`, name, uid, rateLimit }) as ApplicationOut;
const overview = (name: string, endpoints: number, sent: number, failing: number, held = 0) =>
  [`app_${name}`, { endpoints, failing, held, succeeded: [sent], failed: [0] }] as unknown as [
    string,
    ApplicationOverviewOut,
  ];
const APPS = [app('Bolt', null), app('Acme 10', 50), app('Acme 9', null, 'nine')];
const OVERVIEWS = new Map([
  overview('Bolt', 1, 900, 0),
  overview('Acme 10', 3, 5, 2),
  overview('Acme 9', 2, 7, 0),
]);
const names = (order: string) => inOrder(APPS, OVERVIEWS, readOrder(order)).map(({ name }) => name);

describe('the sort order of the applications table', () => {
  it('every sort order of the applications survives the URL, and the default order adds nothing to it', () => {
    for (const column of ORDER_COLUMNS) {
      for (const isDescending of [true, false]) {
        expect(readOrder(writeOrder({ column, isDescending }))).toEqual({ column, isDescending });
      }
    }
    expect(writeOrder(FIRST_ORDER)).toBe('');
    expect(readOrder('-nonsense')).toEqual(FIRST_ORDER);
  });

  it('applications sort by failing endpoints first or by any column, and equal ones keep their order', () => {
    expect(names('')).toEqual(['Acme 10', 'Bolt', 'Acme 9']);
    expect(names('name')).toEqual(['Acme 9', 'Acme 10', 'Bolt']);
    expect(names('-sent')).toEqual(['Bolt', 'Acme 9', 'Acme 10']);
    expect(names('endpoints')).toEqual(['Bolt', 'Acme 9', 'Acme 10']);
    expect(names('-limit')).toEqual(['Bolt', 'Acme 9', 'Acme 10']);
  });

  it('an application with held endpoints sorts below one with failing endpoints, above the rest', () => {
    const overviews = new Map([overview('Bolt', 9, 0, 0, 9), overview('Acme 9', 9, 0, 1, 0)]);
    expect(inOrder(APPS, overviews, FIRST_ORDER).map(({ name }) => name)).toEqual([
      'Acme 9',
      'Bolt',
      'Acme 10',
    ]);
  });

  it('a column sorts from A or from the most at first, and reverses when clicked again', () => {
    expect(nextOrder(FIRST_ORDER, 'name')).toEqual({ column: 'name', isDescending: false });
    const sent = nextOrder(FIRST_ORDER, 'sent');
    expect(sent).toEqual({ column: 'sent', isDescending: true });
    expect(nextOrder(sent, 'sent')).toEqual({ column: 'sent', isDescending: false });
  });

  it('the applications table searches names, uids and ids', () => {
    expect(withText(APPS, ' ACME ')).toHaveLength(2);
    expect(withText(APPS, 'nine').map(({ name }) => name)).toEqual(['Acme 9']);
    expect(withText(APPS, 'app_b').map(({ name }) => name)).toEqual(['Bolt']);
    expect(withText(APPS, 'p')).toEqual([]);
    expect(withText(APPS, '')).toHaveLength(3);
  });
});
