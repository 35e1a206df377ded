import { describe, expect, it } from 'vitest';
import { APPLICATION_COLUMNS } from '../../../src-renderer/admin/features/applications/application-columns';
import {
  inOrder,
  nextOrder,
  readOrder,
  withText,
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
const names = (order: string, overviews: ReadonlyMap<string, ApplicationOverviewOut> = OVERVIEWS) => {
  const rows = APPS.map((application) => ({ application, overview: overviews.get(application.id) }));
  return inOrder(rows, readOrder(order)).map(({ application }) => application.name);
};

it('a cell of the applications table is empty while the figure in it is not known', () => {
  const row = { application: app('Bolt', null), overview: undefined };
  const ofEndpoints = APPLICATION_COLUMNS.filter(({ id }) => !['name', 'limit'].includes(id));
  expect(ofEndpoints.map(({ cell }) => cell(row, (...parts) => parts.join('/')))).toEqual(
    ofEndpoints.map(() => undefined),
  );
});

describe('the sort order of the applications table', () => {
  it('every sort order of the applications survives the URL, and the default order adds nothing to it', () => {
    for (const column of APPLICATION_COLUMNS) {
      for (const isDescending of [true, false]) {
        const order = { column, isDescending };
        expect(readOrder(nextOrder({ column, isDescending: !isDescending }, column))).toEqual(order);
      }
    }
    const { column } = readOrder('');
    expect(nextOrder({ column, isDescending: false }, column)).toBe('');
    expect(readOrder('-nonsense')).toEqual({ column, isDescending: true });
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
    expect(names('', overviews)).toEqual(['Acme 9', 'Bolt', 'Acme 10']);
  });

  it('a column sorts from A or from the most at first, and reverses when clicked again', () => {
    const pressed = (order: string, id: string) => nextOrder(readOrder(order), readOrder(id).column);
    expect(pressed('', 'name')).toBe('name');
    expect(pressed('name', 'name')).toBe('-name');
    expect(pressed('name', 'sent')).toBe('-sent');
    expect(pressed('-sent', 'sent')).toBe('sent');
  });

  it('the applications table searches names, uids and ids', () => {
    expect(withText(APPS, ' ACME ')).toHaveLength(2);
    expect(withText(APPS, 'nine').map(({ name }) => name)).toEqual(['Acme 9']);
    expect(withText(APPS, 'app_b').map(({ name }) => name)).toEqual(['Bolt']);
    expect(withText(APPS, 'p')).toEqual([]);
    expect(withText(APPS, '')).toHaveLength(3);
  });
});
