import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  leftAfter,
  standing,
} from '../../../src-renderer/admin/features/settings/portal-look/look-draft';
import { correctedColor } from '../../../src-renderer/admin/features/settings/portal-look/shown-colors';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

describe('an unsaved portal look', () => {
  const edits = { customColor: { over: null, value: '#ffcc00' } };

  it('an edit of the portal look replaces the saved value it was made over', () => {
    expect(standing(edits, SETTING_DEFAULTS)).toEqual({ customColor: '#ffcc00' });
  });

  it('an edit of the portal look is dropped once another value is saved, or if it equals the saved one', () => {
    expect(standing(edits, { ...SETTING_DEFAULTS, customColor: '#000000' })).toEqual({});
    expect(standing({ customColor: { over: null, value: null } }, SETTING_DEFAULTS)).toEqual({});
  });

  it('an edit of the portal look that went on while it was saved is left', () => {
    const now = { ...edits, customBaseFontSize: { over: null, value: 20 } };
    expect(leftAfter(now, { customColor: '#ffcc00', customBaseFontSize: 2 })).toEqual({
      customBaseFontSize: { over: 2, value: 20 },
    });
  });

  it('the portal look reports each value that the server would refuse', () => {
    expect(faultsOf(SETTING_DEFAULTS)).toEqual({});
    const wrong = faultsOf({
      ...SETTING_DEFAULTS,
      customLogoUrl: 'javascript:alert(1)',
      customFontFamily: 'a;b',
      customBaseFontSize: 7,
      portalFrameAncestors: ['https://a.example', 'https://a.example/path'],
    });
    expect(Object.keys(wrong).sort()).toEqual([
      'customBaseFontSize',
      'customFontFamily',
      'customLogoUrl',
      'portalFrameAncestors',
    ]);
    const twice = { ...SETTING_DEFAULTS, portalFrameAncestors: ['https://a.example', 'https://a.example'] };
    expect(faultsOf(twice).portalFrameAncestors).toBe('Remove the duplicate origin.');
  });

  it('a text color without enough contrast shows the color used in its place', () => {
    expect(correctedColor('light', { textSecondary: '#eeeeee' }, null, 'textSecondary')).toMatch(/^#/);
    expect(correctedColor('light', { textSecondary: '#333333' }, null, 'textSecondary')).toBeNull();
    expect(correctedColor('light', { borderPrimary: '#eeeeee' }, null, 'borderPrimary')).toBeNull();
  });
});
