import { describe, expect, it } from 'vitest';
import { lookStyles, paletteVariables } from '../../../src-renderer/shared/portal-look/look-styles';
import { lookFrom, PLAIN_SETTINGS } from '../../../src-renderer/shared/portal-look/portal-look';
import { contrastOf, readableColor, readableGround } from '../../../src-renderer/ui/readable-color';

const COLORS = ['#ffff00', '#000000', '#ffffff', '#808080', '#2f6f4f', '#ff0000', '#0000ff', '#00ffcc'];
const GROUNDS = {
  light: ['#f7f8f9', '#ffffff', '#ebedf0'],
  dark: ['#0b0e14', '#13171d', '#20242c'],
} as const;

describe('colors that a sender chose', () => {
  it.each(COLORS)('%s can be read on every ground of both modes once it is corrected', (color) => {
    for (const mode of ['light', 'dark'] as const) {
      const accent = paletteVariables(mode, null, color)['--accent'] ?? '';
      for (const ground of GROUNDS[mode]) {
        expect(contrastOf(accent, ground), `${mode} ${color} became ${accent}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('stay as they are where they can be read', () => {
    expect(readableColor('#2f6f4f', ['#ffffff'], 4.5)).toBe('#2f6f4f');
  });

  it.each(COLORS)('%s as a ground keeps the quietest of our texts readable', (color) => {
    // The faintest tokens of ui/tokens.css on a background, as sRGB.
    expect(contrastOf('#7f5a00', readableGround(color, 'light'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf('#ff7b74', readableGround(color, 'dark'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(COLORS)('%s as a button has words that can be read', (color) => {
    const { '--button': button = '', '--on-button': label = '' } = paletteVariables(
      'light',
      { buttonPrimary: color },
      null,
    );
    expect(contrastOf(button, label)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the look', () => {
  it('changes nothing where nobody asks for anything', () => {
    expect(lookStyles(lookFrom(PLAIN_SETTINGS, ''))).toBe('');
  });

  it('takes colors, font and icon of the address over those of the settings', () => {
    const settings = { ...PLAIN_SETTINGS, customColor: '#112233', customFontFamily: 'Georgia' };
    const look = lookFrom(
      settings,
      '?primaryColorLight=aa0000&fontFamily=Verdana&icon=https://a.example/i.png',
    );
    expect(look).toMatchObject({ primaryLight: '#aa0000', primaryDark: null, fontFamily: 'Verdana' });
    expect(look.icon).toBe('https://a.example/i.png');
    expect(lookStyles(look)).toContain('"Verdana"');
  });

  it.each([
    '?fontFamily=a";}*{display:none',
    '?primaryColor=red;}*{display:none',
    '?icon=javascript:alert(1)',
    '?icon=data:text/html,x',
  ])('leaves out what is of the wrong kind: %s', (search) => {
    const look = lookFrom(PLAIN_SETTINGS, search);
    expect([look.fontFamily, look.primaryLight, look.icon]).toEqual([null, null, null]);
  });

  it('holds for both modes, by the system and by the page', () => {
    const styles = lookStyles(lookFrom({ ...PLAIN_SETTINGS, customColor: '#2f6f4f' }, ''));
    expect(styles).toContain('@media (prefers-color-scheme: light) { :root:not([data-theme="dark"])');
    expect(styles).toContain(':root[data-theme="dark"] {');
  });

  it('sets size and shape', () => {
    const styles = lookStyles(
      lookFrom(
        {
          ...PLAIN_SETTINGS,
          customBaseFontSize: 26,
          customThemeOverride: { borderRadius: { button: 'full' } },
        },
        '',
      ),
    );
    expect(styles).toContain('font-size: 200%');
    expect(styles).toContain('--radius-button: 16px');
  });
});
