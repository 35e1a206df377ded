import { describe, expect, it } from 'vitest';
import {
  compareSets,
  comparisonLabel,
} from '../../../../src-renderer/admin/features/preview/changes/compare-sets';
import { sideEffects } from '../../../../src-renderer/admin/features/preview/changes/side-effects';
import {
  consequences,
  edited,
  editsText,
  effectiveEdits,
  readEdits,
  releaseOf,
  withEdits,
} from '../../../../src-renderer/admin/features/preview/matrix/flag-edits';
import { matrixGroups } from '../../../../src-renderer/admin/features/preview/matrix/matrix-rows';
import {
  countDifferences,
  previewMarkdown,
} from '../../../../src-renderer/admin/features/preview/share/preview-markdown';
import { whyVisible } from '../../../../src-renderer/shared/preview-frames/visible-types';
import { setOf, typesOf } from './preview-fixtures';

const [A, B, C] = [setOf('A'), setOf('B', 'beta'), setOf('C', 'internal')];
const TYPES = typesOf({
  'invoice.paid': [],
  'invoice.disputed': ['beta'],
  'risk.case': ['internal'],
  'risk.score': ['beta', 'internal'],
});
const named = (name: string) => TYPES.find((type) => type.name === name) ?? { name };

describe('the visibility matrix', () => {
  it('the matrix lists the event types that differ, under groups that count all of theirs', () => {
    const groups = matrixGroups(TYPES, [A, B], { all: false, search: '', keep: [] });
    expect(
      groups.map(({ name, rows, counts, size }) => [name, rows.map(({ type }) => type.name), counts, size]),
    ).toEqual([
      ['invoice', ['invoice.disputed'], [1, 2], 2],
      ['risk', ['risk.score'], [0, 1], 2],
    ]);
  });

  it('the matrix lists all rows, matches of a search and pinned rows, but no archived ones', () => {
    const rows = (filter: Parameters<typeof matrixGroups>[2]) =>
      matrixGroups([...TYPES, { name: 'old', archived: true }], [A, B], filter).flatMap((group) =>
        group.rows.map(({ type }) => type.name),
      );
    expect(rows({ all: true, search: '', keep: [] })).toHaveLength(4);
    expect(rows({ all: true, search: ' RISK', keep: [] })).toEqual(['risk.case', 'risk.score']);
    expect(rows({ all: false, search: '', keep: ['invoice.paid'] })).toContain('invoice.paid');
  });

  it('the matrix explains in one sentence which flag decides visibility', () => {
    expect(whyVisible(named('invoice.paid'), A)).toMatch(/as everyone does: it has no flag/);
    expect(whyVisible(named('risk.score'), B)).toMatch(/because the set has the flag beta/);
    expect(whyVisible(named('risk.score'), A)).toMatch(
      /needs the flag beta or internal; the set has no flags/,
    );
    expect(whyVisible(named('risk.case'), B)).toMatch(/needs the flag internal; the set has only beta/);
    expect(whyVisible({ name: 'old', archived: true }, A)).toMatch(/No one sees old in lists/);
  });
});

describe('a trial change of flags', () => {
  it('a trial change of flags affects all columns, and is dropped if it changes nothing', () => {
    const edits = edited({}, named('invoice.disputed'), []);
    expect(
      matrixGroups(withEdits(TYPES, edits), [A, B], { all: true, search: '', keep: [] })[0]?.counts,
    ).toEqual([2, 2]);
    expect(edited(edits, named('invoice.disputed'), ['beta'])).toEqual({});
    expect(edited({}, named('risk.score'), ['internal', 'beta'])).toEqual({});
  });

  it('trial changes survive the URL, except those that no longer change the catalog', () => {
    const edits = { 'invoice.paid': ['beta', 'A_b-1'], 'risk.case': [] };
    expect(readEdits(editsText(edits))).toEqual(edits);
    expect(readEdits('')).toEqual({});
    const stale = { ...edits, 'gone.type': ['beta'], 'invoice.disputed': ['beta'] };
    expect(effectiveEdits(stale, TYPES)).toEqual(edits);
    const odd = [...TYPES, { name: 'constructor', featureFlags: ['beta'] }];
    expect(withEdits(odd, edits).at(-1)).toEqual({ name: 'constructor', featureFlags: ['beta'] });
    expect(effectiveEdits(edits, odd)).toEqual(edits);
  });

  it('trial changes list what each flag set would gain and lose', () => {
    expect(consequences(TYPES, { 'invoice.disputed': ['internal'] }, [A, B, C])).toEqual([
      'B beta no longer sees 1 (invoice.disputed).',
      'C internal sees 1 more (invoice.disputed).',
    ]);
    expect(consequences(TYPES, { 'risk.case': ['other', 'internal'] }, [A, B])).toEqual([
      'Nothing changes for these sets.',
    ]);
  });
});

describe('the comparison of two flag sets', () => {
  it('the comparison says how many more and fewer event types the second flag set sees', () => {
    const words = (base = A, compare = B) =>
      comparisonLabel(compareSets(TYPES, base, compare), base, compare);
    expect(words()).toBe('B beta sees 2 more than A Everyone.');
    expect(words(B, A)).toBe('A Everyone sees 2 fewer than B beta.');
    expect(words(B, C)).toBe(
      'C internal sees 1 that B beta does not, and B beta sees 1 that C internal does not.',
    );
    expect(words(A, setOf('D', 'unused'))).toBe('D unused sees the same as A Everyone.');
    expect(compareSets(TYPES, A, B).same).toBe(1);
  });

  it('the comparison lists the endpoints that receive hidden event types', () => {
    const endpoints = [
      { id: 'ep_1', url: 'https://one', filterTypes: null, filterGroups: null },
      { id: 'ep_2', url: 'https://two', filterTypes: ['risk.case', 'invoice.paid'], filterGroups: null },
      { id: 'ep_3', url: 'https://three', filterTypes: ['invoice.paid'], filterGroups: null },
    ];
    expect(sideEffects(TYPES, B, endpoints, 'Acme').map(({ label }) => label)).toEqual([
      '1 type hidden from B beta still reaches 1 unfiltered endpoint of Acme.',
      '1 endpoint of Acme subscribes to a type that B beta cannot see.',
    ]);
    expect(sideEffects(TYPES, setOf('D', 'beta', 'internal'), endpoints, 'Acme')).toEqual([]);
  });

  it('an endpoint subscribed to a group counts with its hidden event types, not as unfiltered', () => {
    const endpoints = [
      { id: 'ep_1', url: 'https://one', filterTypes: null, filterGroups: ['risk'] },
      { id: 'ep_2', url: 'https://two', filterTypes: ['invoice.paid'], filterGroups: ['invoice'] },
    ];
    const effects = sideEffects(TYPES, A, endpoints, 'Acme');
    expect(effects.map(({ label }) => label)).toEqual([
      '2 endpoints of Acme subscribe to 3 types that A Everyone cannot see.',
    ]);
    expect(effects[0]?.types.map(({ name }) => name)).toEqual([
      'invoice.disputed',
      'risk.case',
      'risk.score',
    ]);
  });

  it('the comparison is written as Markdown in which names are escaped', () => {
    const sets = [{ ...A, name: 'Every|one *all*' }, B];
    const effects = [{ label: '1 [type]', endpoints: [], types: [] }];
    const text = previewMarkdown({ types: TYPES, sets, effects, link: 'http://x/#/local/preview' });
    const drafted = previewMarkdown({ types: TYPES, draft: 1, sets, effects, link: 'http://x' });
    expect(drafted).toContain('# What customers would see\n\nA draft: the flags of 1 event type differ');
    expect(text).not.toContain('draft');
    expect(text).toContain('- **A Every\\|one \\*all\\***: 1 of 4 event types, no flags');
    expect(text).toContain('| `invoice.disputed` | hidden | visible |');
    // What both see, or neither, is no difference.
    expect(text).not.toContain('`invoice.paid`');
    expect(text).not.toContain('`risk.case`');
    expect(countDifferences(TYPES, sets)).toBe(2);
    expect(text).toContain('- 1 \\[type\\]');
    expect(text).toContain('[This preview](http://x/#/local/preview)');
  });
});

it('flags that are tried out can become a release where they take one flag off, and nothing else', () => {
  const release = { flag: 'beta', eventTypes: ['invoice.disputed', 'risk.score'] };
  expect(releaseOf(TYPES, { 'invoice.disputed': [], 'risk.score': ['internal'] })).toEqual(release);
  expect(releaseOf(TYPES, {})).toBeNull();
  expect(releaseOf(TYPES, { 'risk.score': [] })).toBeNull();
  expect(releaseOf(TYPES, { 'invoice.disputed': [], 'risk.case': [] })).toBeNull();
  expect(releaseOf(TYPES, { 'invoice.disputed': ['gold'] })).toBeNull();
});
