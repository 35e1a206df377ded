import { useState } from 'react';
import type { Palette } from '../../../../../src-server/contract/portal-look';
import layout from '../../../../ui/layout.module.css';
import { ColorField } from './color-field';
import styles from './portal-look.module.css';
import { ShownAs } from './shown-as';
import { correctedColor, type PaletteName } from './shown-colors';

interface PaletteFieldsProps {
  readonly mode: 'light' | 'dark';
  readonly palette: Palette | null;
  /** What the portal would show of it: nothing that is no color. */
  readonly shown: Palette | null;
  /** The brand color; null: the default. */
  readonly brand: string | null;
  readonly onChange: (palette: Palette | null) => void;
}

const NAMES: readonly (readonly [PaletteName, string])[] = [
  ['backgroundPrimary', 'Pages'],
  ['backgroundSecondary', 'Panels'],
  ['backgroundHover', 'Hover'],
  ['textPrimary', 'Text'],
  ['textSecondary', 'Secondary text'],
  ['textDanger', 'Warnings'],
  ['interactiveAccent', 'Links'],
  ['navigationAccent', 'Current tab'],
  ['buttonPrimary', 'Primary button'],
  ['borderPrimary', 'Borders'],
  ['primary', 'Brand, if no other color is set'],
];
/** Initial colors of the picker. */
const USUAL = { light: '#ffffff', dark: '#13171d' } as const;

/** The colors of one mode. */
export function PaletteFields({ mode, palette, shown, brand, onChange }: PaletteFieldsProps) {
  const chosen = NAMES.filter(([name]) => palette?.[name]).length;
  // Only initially: a panel in use never closes by itself.
  const [isOpen] = useState(chosen > 0);
  const set = (name: PaletteName, color: string | null) => {
    const { [name]: _before, ...others } = palette ?? {};
    const next: Palette = color === null ? others : { ...others, [name]: color };
    onChange(Object.values(next).some(Boolean) ? next : null);
  };
  return (
    <details className={styles.palette} open={isOpen}>
      <summary>
        {mode === 'light' ? 'Colors, light' : 'Colors, dark'}
        <span className={layout.meta}>{chosen === 0 ? 'default' : `${chosen} chosen`}</span>
      </summary>
      <div className={styles.colors}>
        {NAMES.map(([name, label]) => {
          const corrected = correctedColor(mode, shown, brand, name);
          return (
            <ColorField
              key={name}
              label={label}
              value={palette?.[name] ?? null}
              usual={USUAL[mode]}
              onChange={(color) => set(name, color)}
              shown={corrected && <ShownAs color={corrected} isCorrected />}
            />
          );
        })}
      </div>
    </details>
  );
}
