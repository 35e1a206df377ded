import { describe, expect, it } from 'vitest';
import { operatorText } from '../../../src-renderer/admin/features/public-page/operator-text';
import {
  consequencesOf,
  draftOf,
  faultsOf,
  patchOf,
} from '../../../src-renderer/admin/features/public-page/page-draft';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

const settings = { ...SETTING_DEFAULTS, displayName: 'Acme', catalogDomain: 'events.acme.example' };
const draft = draftOf(settings);

describe('a draft of the public page', () => {
  it('changes nothing as long as it says the same', () => {
    expect(patchOf(draft, settings)).toEqual({});
    expect(patchOf({ ...draft, name: ' Acme ', domain: 'EVENTS.acme.example' }, settings)).toEqual({});
    expect(faultsOf(draft)).toEqual({});
  });

  it('saves what differs, null for what was emptied, and says each in a sentence', () => {
    const next = { ...draft, published: true, intro: 'Hello', color: '#2f6f4f', domain: '' };
    const patch = patchOf(next, settings);
    expect(patch).toEqual({
      eventCatalogPublished: true,
      catalogIntro: 'Hello',
      customColor: '#2f6f4f',
      catalogDomain: null,
    });
    expect(consequencesOf(patch, settings)).toEqual([
      'The page becomes public: anybody can read it.',
      'The introduction changes.',
      'The brand color becomes #2f6f4f.',
      'events.acme.example no longer shows the page.',
    ]);
  });

  it('cannot be saved public without a name, or with a color or domain that is none', () => {
    expect(Object.keys(faultsOf({ ...draft, published: true, name: ' ' }))).toEqual(['name']);
    expect(faultsOf({ ...draft, name: '' })).toEqual({});
    for (const color of ['red', '#12345', '2f6f4f'])
      expect(faultsOf({ ...draft, color })).toHaveProperty('color');
    for (const domain of [
      'https://a.b',
      'a.b:80',
      'a.b/x',
      'localhost',
      '10.0.0.1',
      '-a.example',
      'a b.example',
    ])
      expect([domain, Object.keys(faultsOf({ ...draft, domain }))]).toEqual([domain, ['domain']]);
  });

  it('tells the operator the domain, where it leads, and what to start', () => {
    expect(operatorText('events.acme.example', 'hooks.example.net')).toMatch(
      /events\.acme\.example.*hooks\.example\.net.*posthorn serve --catalog-domain events\.acme\.example\n/s,
    );
    expect(operatorText('events.acme.example', null)).toContain('Please tell us the name');
  });
});
