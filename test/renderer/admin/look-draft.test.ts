import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  sizeOf,
  unsavedOf,
} from '../../../src-renderer/admin/features/settings/portal-look/look-draft';
import { correctedColor } from '../../../src-renderer/admin/features/settings/portal-look/shown-colors';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

describe('an unsaved portal look', () => {
  it('an edit of the portal look stays when another value was saved meanwhile, and ends once it is the saved one', () => {
    const edits = { customColor: '#ffcc00' };
    expect(unsavedOf(edits, SETTING_DEFAULTS)).toEqual(edits);
    expect(unsavedOf(edits, { ...SETTING_DEFAULTS, customColor: '#000000' })).toEqual(edits);
    expect(unsavedOf(edits, { ...SETTING_DEFAULTS, customColor: '#ffcc00' })).toEqual({});
    const theirs = { ...SETTING_DEFAULTS, customColor: '#000000' };
    expect(unsavedOf({ customColor: null }, theirs, SETTING_DEFAULTS)).toEqual({});
  });

  it('the portal look reports each value that the server would refuse', () => {
    expect(faultsOf(SETTING_DEFAULTS)).toEqual({});
    const wrong = faultsOf({
      ...SETTING_DEFAULTS,
      customColor: '#ffc',
      colorPaletteDark: { textPrimary: 'red' },
      customLogoUrl: 'javascript:alert(1)',
      customFontFamily: 'a;b',
      customBaseFontSize: 7,
      portalFrameAncestors: ['https://a.example', 'https://a.example/path'],
    });
    expect(Object.keys(wrong).sort()).toEqual([
      'colorPaletteDark',
      'customBaseFontSize',
      'customColor',
      'customFontFamily',
      'customLogoUrl',
      'portalFrameAncestors',
    ]);
    const twice = { ...SETTING_DEFAULTS, portalFrameAncestors: ['https://a.example', 'https://a.example'] };
    expect(faultsOf(twice).portalFrameAncestors).toBe('Remove the duplicate origin.');
  });

  it('a text size that is no number stays as it was typed, unsaved and with its fault', () => {
    expect(['', ' 16 ', '1.5', '1e1', '016', 'Infinity', 'large'].map(sizeOf)).toEqual([
      ...[null, 16, '1.5', '1e1', '016', 'Infinity', 'large'],
    ]);
    for (const saved of [SETTING_DEFAULTS, { ...SETTING_DEFAULTS, customBaseFontSize: 16 }]) {
      const changes = unsavedOf({ customBaseFontSize: sizeOf('16 px') }, saved);
      expect(changes).toEqual({ customBaseFontSize: '16 px' });
      expect(Object.keys(faultsOf({ ...saved, ...changes }))).toEqual(['customBaseFontSize']);
    }
  });

  it('a text color without enough contrast shows the color used in its place', () => {
    expect(correctedColor('light', { textSecondary: '#eeeeee' }, null, 'textSecondary')).toMatch(/^#/);
    expect(correctedColor('light', { textSecondary: '#333333' }, null, 'textSecondary')).toBeNull();
    expect(correctedColor('light', { borderPrimary: '#eeeeee' }, null, 'borderPrimary')).toBeNull();
  });
});
