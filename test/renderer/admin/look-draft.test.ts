import { describe, expect, it } from 'vitest';
import { faultsOf, standing } from '../../../src-renderer/admin/features/settings/portal-look/look-draft';
import { correctedColor } from '../../../src-renderer/admin/features/settings/portal-look/shown-colors';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

describe('a look that is tried', () => {
  const edits = { customColor: { over: null, value: '#ffcc00' } };

  it('stands over the saved one it was chosen over', () => {
    expect(standing(edits, SETTING_DEFAULTS)).toEqual({ customColor: '#ffcc00' });
  });

  it('gives way once another value is saved, and is none when it says what is saved', () => {
    expect(standing(edits, { ...SETTING_DEFAULTS, customColor: '#000000' })).toEqual({});
    expect(standing({ customColor: { over: null, value: null } }, SETTING_DEFAULTS)).toEqual({});
  });

  it('is refused in words where the server would refuse it', () => {
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

  it('says what becomes of a color that could not be read, and nothing of one that can', () => {
    expect(correctedColor('light', { textSecondary: '#eeeeee' }, null, 'textSecondary')).toMatch(/^#/);
    expect(correctedColor('light', { textSecondary: '#333333' }, null, 'textSecondary')).toBeNull();
    expect(correctedColor('light', { borderPrimary: '#eeeeee' }, null, 'borderPrimary')).toBeNull();
  });
});
