import { describe, expect, it } from 'vitest';
import { operatorText } from '../../../src-renderer/admin/features/public-page/operator-text';
import {
  consequencesOf,
  draftOf,
  faultsOf,
  patchOf,
  withEdits,
} from '../../../src-renderer/admin/features/public-page/page-draft';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

const settings = { ...SETTING_DEFAULTS, displayName: 'Acme', catalogDomain: 'events.acme.example' };
const draft = draftOf(settings);

describe('a draft of the public catalog page', () => {
  it('a draft equal to the settings, apart from spaces and case, changes nothing', () => {
    expect(patchOf(draft, settings)).toEqual({});
    expect(patchOf({ ...draft, name: ' Acme ', domain: 'EVENTS.acme.example' }, settings)).toEqual({});
    expect(faultsOf(draft)).toEqual({});
  });

  it('a field that was put back shows what somebody else has stored since', () => {
    const theirs = draftOf({ ...settings, displayName: 'Theirs' });
    expect(withEdits({ name: 'Acme' }, draft, theirs).name).toBe('Theirs');
    expect(withEdits({ name: 'Mine' }, draft, theirs).name).toBe('Mine');
  });

  it('saving a draft sends only what differs, null for cleared fields, and lists each consequence', () => {
    const next = { ...draft, published: true, intro: 'Hello', color: '#2f6f4f', domain: '' };
    const patch = patchOf(next, settings);
    expect(patch).toEqual({
      eventCatalogPublished: true,
      catalogIntro: 'Hello',
      customColor: '#2f6f4f',
      catalogDomain: null,
    });
    expect(consequencesOf(patch, settings)).toEqual([
      'The page becomes public: anyone can read it.',
      'The introduction changes.',
      'The brand color becomes #2f6f4f.',
      'events.acme.example no longer shows the page.',
    ]);
  });

  it('a public catalog needs a name, and a valid color and domain', () => {
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

  it('the text for the operator names the domain, the host it points to and the command to start', () => {
    expect(operatorText('events.acme.example', 'hooks.example.net')).toMatch(
      /events\.acme\.example.*hooks\.example\.net.*posthorn serve --catalog-domain events\.acme\.example\n/s,
    );
    expect(operatorText('events.acme.example', null)).toContain('Please tell us the name');
  });
});
