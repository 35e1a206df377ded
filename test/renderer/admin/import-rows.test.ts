import { expect, test } from 'vitest';
import {
  number,
  receiptTitle,
  skippedMessage,
  summarize,
  summarySentence,
} from '../../../src-renderer/admin/features/import/import-summary';
import { orderRows } from '../../../src-renderer/admin/features/import/order-rows';
import { NO_RENAME, renamed, renamings } from '../../../src-renderer/admin/features/import/rename-rule';
import {
  countStates,
  decideRows,
  placeSides,
  type RowChoice,
  toImportChoices,
  wholeSide,
} from '../../../src-renderer/admin/features/import/row-choice';
import { descriptionChange, sourceLabel } from '../../../src-renderer/admin/features/import/row-difference';
import {
  filterRows,
  movedRows,
  type RowFilter,
} from '../../../src-renderer/admin/features/import/row-filter';
import { sharedProblem } from '../../../src-renderer/admin/features/import/shared-problem';
import {
  readShownRows,
  shownRowsValues,
} from '../../../src-renderer/admin/features/import/use-filter-in-address';
import { placeLabel } from '../../../src-renderer/admin/parts/place-label';
import { withValues } from '../../../src-renderer/admin/platform/use-address-value';
import type { ImportPlanOut, ImportRow } from '../../../src-server/contract/import-plan';

const TYPE = {
  description: 'A pet came.',
  schema: { type: 'object' },
  featureFlags: null,
  groupName: null,
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  archived: false,
};
const CONFLICT = { field: 'description', baseline: 'a', catalog: 'b', document: 'c', places: [] } as const;

test('the title of an import receipt counts the event types created, changed and archived', () => {
  const title = (created: number, updated: number, archived: number) =>
    receiptTitle({
      counts: { created, updated, archived, unchanged: 9, conflicts: 1, problems: 1, skipped: 1 },
    });
  expect(title(261, 0, 0)).toBe('261 event types created');
  expect(title(0, 1, 0)).toBe('1 event type changed');
  expect(title(12, 3, 1)).toBe('12 event types created, 3 changed, 1 archived');
  expect(title(0, 0, 0)).toBe('Nothing changed');
});

test('new and changed rows of an import are selected by default; removed and conflicting ones are not', () => {
  const rows = decide([row('new'), row('changed'), row('removed'), row('conflict'), row('unchanged')]);
  expect(rows.map(({ isSelected }) => isSelected)).toEqual([true, true, false, false, false]);
  expect(rows.map(({ canSelect }) => canSelect)).toEqual([true, true, true, true, false]);
});

test('a reason that all rows of an import share is said once, whatever file each refers to', () => {
  const outside = (file: string) => ({
    problem: `The webhook cannot be read: the reference "${file}" points outside the document and is not followed.`,
  });
  expect(sharedProblem([outside('a.yaml'), outside('b.yaml#/c')])).toBe(
    'The webhook cannot be read: the reference points outside the document and is not followed.',
  );
  expect(sharedProblem([outside('a.yaml'), { problem: null }])).toBeNull();
  expect(sharedProblem([outside('a.yaml'), { problem: 'No operation found (post, put, ...).' }])).toBeNull();
  expect(sharedProblem([{ problem: null }, { problem: null }])).toBeNull();
  expect(sharedProblem([outside('a.yaml')])).toBeNull();
});

test('a row of an import that would overwrite a manual edit is not selected by default', () => {
  const edited = row('changed', { overwrites: ['description'] });
  expect(decide([edited]).map(({ isSelected, canSelect }) => [isSelected, canSelect])).toEqual([
    [false, true],
  ]);
  expect(toImportChoices(planOf([edited]), new Map())).toEqual([{ row: 'changed', accept: false }]);
  const chosen = { changed: { accept: true } };
  expect(decide([edited], chosen)[0]?.isSelected).toBe(true);
  expect(toImportChoices(planOf([edited]), new Map(Object.entries(chosen)))).toEqual([
    { row: 'changed', accept: true },
  ]);
});

test('rows of an import that need a decision come first, and a row keeps its place when its state changes', () => {
  const states = ['unchanged', 'new', 'removed', 'changed', 'conflict', 'problem'] as const;
  const first = orderRows(planOf(states.map((state) => row(state))), null);
  const order = ['problem', 'conflict', 'changed', 'new', 'removed', 'unchanged'];
  expect(first.rows.map(({ id }) => id)).toEqual(order);
  const next = planOf([row('new', { id: 'added' }), ...states.map((id) => row('unchanged', { id }))]);
  expect(orderRows(next, first).rows.map(({ id }) => id)).toEqual([...order, 'added']);
});

test('a conflict in an import counts as selected only when each of its fields is decided', () => {
  const conflict = row('conflict', { conflicts: [CONFLICT, { ...CONFLICT, field: 'groupName' }] });
  const half = decide([conflict], { [conflict.id]: { accept: true, sides: { description: 'catalog' } } });
  expect([half[0]?.isSelected, half[0]?.open]).toEqual([false, 1]);
  const sides = { description: 'catalog', groupName: 'document' } as const;
  const both = decide([conflict], { [conflict.id]: { accept: true, sides } });
  expect([both[0]?.isSelected, both[0]?.open]).toEqual([true, 0]);
});

test('a schema conflict is decided as a whole or place by place, and the last choice counts', () => {
  const places = [{ pointer: '/type' }, { pointer: '/title' }];
  const found = { field: 'schema', baseline: {}, catalog: true, document: false, places } as const;
  const conflict = row('conflict', { conflicts: [found] });
  const open = (choice: RowChoice) => decide([conflict], { [conflict.id]: choice })[0]?.open;
  const half = placeSides(['/type'], 'catalog', {});
  const both = { ...half, ...placeSides(['/title'], 'document', half) };
  expect([open({}), open(half), open(both)]).toEqual([1, 1, 0]);
  expect(both.schemaSides).toEqual({ '/type': 'catalog', '/title': 'document' });
  const entire = { ...both, ...wholeSide(found, 'catalog', both) };
  expect([open(entire), entire.schemaSides, entire.sides]).toEqual([0, undefined, { schema: 'catalog' }]);
  expect(placeSides(['/type'], 'catalog', entire).sides).toEqual({});
});

test('the filter and the selected row of an import survive the URL', () => {
  const shown = { show: 'conflict', search: 'pet new', rowId: '/webhooks/pet/post' } as const;
  const address = withValues(new URLSearchParams('other=1&q=old'), shownRowsValues(shown));
  expect(address.get('other')).toBe('1');
  expect(readShownRows(new URLSearchParams(address.toString()))).toEqual(shown);
  const none = withValues(address, shownRowsValues({ show: 'all', search: '', rowId: '' }));
  expect(none.toString()).toBe('other=1');
  expect(readShownRows(new URLSearchParams('show=nonsense'))).toEqual({ show: 'all', search: '', rowId: '' });
});

test.each([
  ['/properties/customer/properties/address/type', 'customer > address > type'],
  ['/properties/lines/items/minimum', 'lines > each item > minimum'],
  ['/definitions/a~1b/required', 'definition a/b > required'],
  ['/properties/properties/properties/items', 'properties > items'],
])('the label of a place in a schema for %s', (pointer, label) => {
  expect(placeLabel(pointer)).toBe(label);
});

test('a name entered for an import row is checked at once, also against the other rows', () => {
  const rows = [row('new', { name: 'a' }), row('new', { name: 'b' }), row('new', { name: 'c' })];
  const [first, second, third] = decide(rows, { a: { name: 'not valid' }, b: { name: 'c' }, c: {} });
  expect(first?.nameFault).toContain('letters, digits');
  expect(second?.nameFault).toBe('Another row already has this name.');
  expect(third?.nameFault).toBeNull();
  expect(decide(rows, { a: { name: '' } })[0]?.nameFault).toBe('Enter a name.');
});

test('rows with the same name can each be renamed; a row with another problem is not such a conflict', () => {
  const problem = (id: string, name: string) => row('problem', { id, name, problem: 'No.' });
  const rows = decide([problem('1', 'pet'), problem('2', 'pet'), problem('3', 'not valid')]);
  expect(rows.map(({ isContested, canSelect }) => [isContested, canSelect])).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ]);
});

test('only choices for rows of the current plan are sent, without those the server would refuse', () => {
  const conflict = row('conflict', { id: 'c', conflicts: [CONFLICT] });
  const choices = new Map<string, RowChoice>([
    ['c', { accept: true }],
    ['a', { name: 'b' }],
    ['gone', { accept: true }],
  ]);
  const plan = planOf([conflict, row('new', { id: 'a' })]);
  expect(toImportChoices(plan, choices)).toEqual([{ row: 'c' }, { row: 'a', name: 'b' }]);
  expect(toImportChoices(null, choices).map((choice) => choice.row)).toEqual(['c', 'a', 'gone']);
});

test('the import summary says what is written, what is kept and what is skipped', () => {
  const conflict = row('conflict', { id: 'c', conflicts: [CONFLICT] });
  const rows = [row('new'), row('changed'), row('removed'), conflict, row('problem'), row('unchanged')];
  expect(summarySentence(summarize(decide(rows)))).toBe(
    'Creates 1, changes 1. Skipped: 1 conflict, 1 problem, 1 not selected.',
  );
  const document = { c: { accept: true, sides: { description: 'document' } } } as const;
  expect(
    summarySentence(
      summarize(decide([conflict, row('removed')], { ...document, removed: { accept: true } })),
    ),
  ).toBe('Changes 1, archives 1.');
  const catalog = { c: { accept: true, sides: { description: 'catalog' } } } as const;
  expect(summarySentence(summarize(decide([conflict], catalog)))).toBe('Keeps 1 as in the catalog.');
  expect(summarySentence(summarize(decide([conflict])))).toBe('Nothing to import. Skipped: 1 conflict.');
  expect(summarySentence(summarize(decide([row('problem')])))).toBe('1 row needs fixing.');
  expect(summarySentence(summarize([]))).toBe('Nothing to import.');
});

test('an import receipt says what was skipped, and nothing if nothing was', () => {
  const counts = { created: 1, updated: 0, archived: 0, unchanged: 4, skipped: 0, conflicts: 2, problems: 1 };
  expect(skippedMessage({ counts })).toBe('Skipped: 2 conflicts, 1 problem.');
  expect(skippedMessage({ counts: { ...counts, conflicts: 0, problems: 0 } })).toBe('');
  expect(number(1234567)).toBe('1,234,567');
});

test('unchanged rows of an import are folded unless opened, filtered for or searched', () => {
  const rows = decide([row('new'), row('unchanged')]);
  const ids = (part: Partial<RowFilter>) =>
    filterRows(rows, { ...ALL, ...part }).map(({ row: { id } }) => id);
  expect(ids({})).toEqual(['new']);
  expect(ids({ isUnfolded: true })).toEqual(['new', 'unchanged']);
  expect(ids({ show: 'unchanged' })).toEqual(['unchanged']);
  expect(ids({ search: 'unch' })).toEqual(['unchanged']);
  expect(ids({ search: 'pet nothing' })).toEqual([]);
});

test('the selected row of an import stays in a filtered list when its state changes', () => {
  const rows = decide([row('new'), row('problem')]);
  const shown = filterRows(rows, { ...ALL, show: 'problem', heldId: 'new' });
  expect(shown.map(({ row: { id } }) => id)).toEqual(['new', 'problem']);
});

test('rows of an import that are new or changed since the last plan are marked', () => {
  const [a, b, c] = [row('new', { id: 'a' }), row('new', { id: 'b' }), row('new', { id: 'c' })];
  expect([...movedRows([a, b], [a, { ...b, state: 'changed' }, c])]).toEqual(['b', 'c']);
});

test.each([
  ['pet.new', { find: 'pet', replace: 'animal' }, 'animal.new'],
  ['pet.new', { prefix: 'shop.' }, 'shop.pet.new'],
  ['shop.pet.new', { prefix: 'shop.' }, 'shop.pet.new'],
  ['petWasSold', { style: 'dot' }, 'pet.was.sold'],
  ['PetHTTPError', { style: 'snake' }, 'pet_http_error'],
  ['pet-new', { style: 'snake', prefix: 'v1_' }, 'v1_pet_new'],
  ['pet.new', {}, 'pet.new'],
] as const)('the event type %s renamed by %o becomes %s', (from, rule, to) => {
  expect(renamed(from, { ...NO_RENAME, ...rule })).toBe(to);
});

test('a bulk rename reports names that are taken or invalid, and skips rows that are not in the document', () => {
  const rows = decide([
    row('new', { name: 'pet-a' }),
    row('new', { name: 'pet_a' }),
    row('removed', { name: 'x-y' }),
  ]);
  expect(renamings(rows, rows, { ...NO_RENAME, style: 'dot' })).toEqual([
    { rowId: 'pet-a', from: 'pet-a', to: 'pet.a', fault: 'another row already has this name' },
    { rowId: 'pet_a', from: 'pet_a', to: 'pet.a', fault: 'another row already has this name' },
  ]);
  const spaced = renamings(rows.slice(0, 1), rows, { ...NO_RENAME, find: '-', replace: ' ' });
  expect(spaced[0]?.fault).toBe('not a valid name');
});

test('an import row names its source and what happens to its description', () => {
  expect(sourceLabel(row('new', { pointer: '/webhooks/pet.new/post', key: 'pet.new', method: 'post' }))).toBe(
    'webhooks.pet.new . POST',
  );
  expect(sourceLabel(row('removed'))).toBe('not in this document');
  expect(descriptionChange(row('new', { after: TYPE }))).toBe('new');
  expect(descriptionChange(row('changed', { before: TYPE, after: { ...TYPE, description: 'b' } }))).toBe(
    'changed',
  );
  expect(descriptionChange(row('changed', { before: TYPE, after: { ...TYPE, description: '' } }))).toBe(
    'removed',
  );
  expect(descriptionChange(row('changed', { before: TYPE, after: TYPE }))).toBe('');
});

test('import rows are counted by state', () => {
  expect(
    countStates(decide([row('new', { id: '1' }), row('new', { id: '2' }), row('problem')])),
  ).toMatchObject({
    new: 2,
    problem: 1,
    conflict: 0,
  });
});

const ALL: RowFilter = { show: 'all', search: '', isUnfolded: false, moved: new Set(), heldId: '' };

/** A row whose id and name state its state, unless overridden. */
function row(state: ImportRow['state'], part: Partial<ImportRow> = {}): ImportRow {
  return {
    id: part.name ?? state,
    state,
    pointer: null,
    key: null,
    method: null,
    operationId: null,
    name: state,
    nameFrom: 'key',
    suggestions: [],
    problem: null,
    before: null,
    after: null,
    conflicts: [],
    kept: [],
    overwrites: [],
    otherSource: null,
    warnings: [],
    ...part,
  };
}

function planOf(rows: readonly ImportRow[]): ImportPlanOut {
  const counts = { problem: 0, conflict: 0, new: 0, changed: 0, removed: 0, unchanged: 0 };
  const document = { title: '', version: '', openapi: '3.1', hash: '', bytes: 0 } as const;
  return { digest: 'd', document, counts, rows, warnings: [] };
}

function decide(rows: readonly ImportRow[], choices: Readonly<Record<string, RowChoice>> = {}) {
  return decideRows(planOf(rows), new Map(Object.entries(choices)));
}
