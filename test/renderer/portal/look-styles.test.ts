import { describe, expect, it } from 'vitest';
import { lookStyles, paletteVariables } from '../../../src-renderer/shared/portal-look/look-styles';
import { lookFrom, PLAIN_SETTINGS } from '../../../src-renderer/shared/portal-look/portal-look';
import { contrastOf, readableColor, readableGround } from '../../../src-renderer/ui/readable-color';

const COLORS = ['#ffff00', '#000000', '#ffffff', '#808080', '#2f6f4f', '#ff0000', '#0000ff', '#00ffcc'];
const GROUNDS = {
  light: ['#f7f8f9', '#ffffff', '#ebedf0'],
  dark: ['#0b0e14', '#13171d', '#20242c'],
} as const;

describe('the portal colors of a sender', () => {
  it.each(COLORS)(
    'the accent color %s is readable on every background in both themes after correction',
    (color) => {
      for (const mode of ['light', 'dark'] as const) {
        const accent = paletteVariables(mode, null, color)['--accent'] ?? '';
        for (const ground of GROUNDS[mode]) {
          expect(contrastOf(accent, ground), `${mode} ${color} became ${accent}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  it('a readable color stays as it is', () => {
    expect(readableColor('#2f6f4f', ['#ffffff'], 4.5)).toBe('#2f6f4f');
  });

  it.each(COLORS)('the background color %s leaves the faintest text readable after correction', (color) => {
    // The faintest tokens of ui/tokens.css on a background, as sRGB.
    expect(contrastOf('#7f5a00', readableGround(color, 'light'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf('#ff7b74', readableGround(color, 'dark'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(COLORS)('a button of the color %s has a readable label', (color) => {
    const { '--button': button = '', '--on-button': label = '' } = paletteVariables(
      'light',
      { buttonPrimary: color },
      null,
    );
    expect(contrastOf(button, label)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the portal look', () => {
  it('a portal look without settings adds no styles', () => {
    expect(lookStyles(lookFrom(PLAIN_SETTINGS, ''))).toBe('');
  });

  it('colors, font and icon in the URL replace those of the settings', () => {
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
  ])('an invalid option of the look in the URL is ignored: %s', (search) => {
    const look = lookFrom(PLAIN_SETTINGS, search);
    expect([look.fontFamily, look.primaryLight, look.icon]).toEqual([null, null, null]);
  });

  it('the portal look covers both themes, chosen by the system or by the page', () => {
    const styles = lookStyles(lookFrom({ ...PLAIN_SETTINGS, customColor: '#2f6f4f' }, ''));
    expect(styles).toContain('@media (prefers-color-scheme: light) { :root:not([data-theme="dark"])');
    expect(styles).toContain(':root[data-theme="dark"] {');
  });

  it('the portal look sets font size and corner radius, within limits', () => {
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
