import { useEffect, useState } from 'react';
import layout from '../../../../ui/layout.module.css';
import { Switch } from '../../../../ui/switch';
import { TextField } from '../../../../ui/text-field';
import page from '../../../parts/settings.module.css';
import { SettingItem } from '../setting-item';
import { ColorField } from './color-field';
import { CornerFields } from './corner-fields';
import { sizeOf } from './look-draft';
import { LookFileField } from './look-file-field';
import type { LookSettings } from './look-names';
import { PaletteFields } from './palette-fields';
import styles from './portal-look.module.css';
import { ShownAs } from './shown-as';
import { shownBrand } from './shown-colors';
import type { LookDraft } from './use-look-draft';

/** All settings of the portal's look. */
export function LookFields({ draft }: { readonly draft: LookDraft }) {
  const { look, shown, saved, set, fault } = draft;
  const text = (name: 'customLogoUrl' | 'customFontFamily' | 'customFontFamilyUrl' | 'portalReturnUrl') => ({
    value: look[name] ?? '',
    onChange: (value: string) => set(name, value.trim() === '' ? null : value),
    error: fault(name),
  });
  return (
    <>
      <SettingItem id="brand-color">
        <ColorField
          label="Brand color"
          value={look.customColor}
          usual="#2451c8"
          onChange={(color) => set('customColor', color)}
          shown={<BrandShown look={shown} />}
        />
      </SettingItem>
      <SettingItem id="logo">
        <TextField
          label="Logo"
          {...text('customLogoUrl')}
          mono
          placeholder="https://example.com/logo.svg"
          hint="The URL of an image, shown 28 pixels high."
        />
        <LookFileField kind="logo" address={saved.customLogoUrl} />
      </SettingItem>
      <SettingItem id="font">
        <TextField
          label="Font"
          {...text('customFontFamily')}
          placeholder="Inter"
          hint="The name of the font."
        />
      </SettingItem>
      <SettingItem id="font-file">
        <TextField
          label="Font file"
          {...text('customFontFamilyUrl')}
          mono
          placeholder="https://example.com/font.woff2"
          hint="The URL of the font file. If empty, only readers who have the font see it."
        />
        <LookFileField kind="font" address={saved.customFontFamilyUrl} />
      </SettingItem>
      <SettingItem id="portal-text-size">
        <TextSize draft={draft} />
      </SettingItem>
      <SettingItem id="palette-light">
        <PaletteFields
          mode="light"
          palette={look.colorPaletteLight}
          shown={shown.colorPaletteLight}
          brand={shown.customColor}
          onChange={(palette) => set('colorPaletteLight', palette)}
        />
      </SettingItem>
      <SettingItem id="palette-dark">
        <PaletteFields
          mode="dark"
          palette={look.colorPaletteDark}
          shown={shown.colorPaletteDark}
          brand={shown.customColor}
          onChange={(palette) => set('colorPaletteDark', palette)}
        />
      </SettingItem>
      <SettingItem id="corners">
        <CornerFields
          value={look.customThemeOverride}
          onChange={(value) => set('customThemeOverride', value)}
        />
      </SettingItem>
      <SettingItem id="channel-names">
        <ChannelFields
          value={look.customStringsOverride}
          onChange={(value) => set('customStringsOverride', value)}
        />
      </SettingItem>
      <SettingItem id="brand-footer">
        <Switch
          isSelected={look.showSvixBrandFooter}
          onChange={(on) => set('showSvixBrandFooter', on)}
          hint="Adds a line below every page."
        >
          Show "Webhooks by Posthorn"
        </Switch>
      </SettingItem>
      <h3 className={page.part}>Content</h3>
      <SettingItem id="hidden-types">
        <Switch
          isSelected={look.portalShowHiddenTypes}
          onChange={(on) => set('portalShowHiddenTypes', on)}
          hint="An endpoint can subscribe to event types that are hidden from its customer. When on, the portal names them. When off, it only counts them. They are delivered either way."
        >
          Name hidden event types
        </Switch>
      </SettingItem>
      <h3 className={page.part}>Links and embedding</h3>
      <SettingItem id="return-link">
        <TextField
          label="URL for a new link"
          {...text('portalReturnUrl')}
          mono
          placeholder="https://app.example.com/settings/webhooks"
          hint="Shown when a link has expired and after a log-out."
        />
      </SettingItem>
      <SettingItem id="frame-ancestors">
        <FrameAncestorsField
          value={look.portalFrameAncestors}
          onChange={(value) => set('portalFrameAncestors', value)}
          error={fault('portalFrameAncestors')}
        />
      </SettingItem>
    </>
  );
}

function TextSize({ draft: { look, set, fault } }: { readonly draft: LookDraft }) {
  const size = look.customBaseFontSize;
  const override = look.customThemeOverride?.fontSize?.base;
  return (
    <TextField
      label="Text size"
      value={size === null ? '' : String(size)}
      onChange={(value) => set('customBaseFontSize', sizeOf(value))}
      inputMode="numeric"
      placeholder="13"
      hint={
        override
          ? `In pixels. ${override} applies, set over the API as customThemeOverride.`
          : 'In pixels, from 8 to 32. Scales everything.'
      }
      error={fault('customBaseFontSize')}
    />
  );
}

function BrandShown({ look }: { readonly look: LookDraft['look'] }) {
  const { customColor: brand, colorPaletteLight, colorPaletteDark } = look;
  if (brand === null) return 'For focus, links and selection. If empty, the default blue.';
  const light = shownBrand('light', colorPaletteLight, brand);
  const dark = shownBrand('dark', colorPaletteDark, brand);
  return (
    <span className={layout.column}>
      {light && <ShownAs where="Light" color={light} isCorrected={light !== brand} />}
      {dark && <ShownAs where="Dark" color={dark} isCorrected={dark !== brand} />}
    </span>
  );
}

type ChannelTexts = LookSettings['customStringsOverride'];

const FIELDS = [
  ['channelsOne', 'Singular', 'Channel'],
  ['channelsMany', 'Plural', 'Channels'],
  ['channelsHelp', 'Description', 'Only messages on these channels are sent here.'],
] as const;

/** Names for channels in the portal. */
function ChannelFields({
  value,
  onChange,
}: {
  readonly value: ChannelTexts;
  readonly onChange: (value: ChannelTexts) => void;
}) {
  const set = (name: (typeof FIELDS)[number][0], text: string) => {
    const { [name]: _before, ...others } = value ?? {};
    const next = text === '' ? others : { ...others, [name]: text };
    onChange(Object.values(next).some(Boolean) ? next : null);
  };
  return (
    <fieldset className={`${layout.shrinkingStack3} ${layout.flush} ${styles.group}`}>
      <legend>Names for channels</legend>
      {FIELDS.map(([name, label, example]) => (
        <TextField
          key={name}
          label={label}
          value={value?.[name] ?? ''}
          onChange={(text) => set(name, text)}
          placeholder={example}
          maxLength={256}
        />
      ))}
    </fieldset>
  );
}

interface FrameAncestorsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly error: string | null;
}

/** Origins, one per line. */
function FrameAncestorsField({ value, onChange, error }: FrameAncestorsFieldProps) {
  const [text, setText] = useState(value.join('\n'));
  const listed = value.join('\n');
  useEffect(() => setText((now) => (linesOf(now).join('\n') === listed ? now : listed)), [listed]);
  return (
    <TextField
      label="Pages that may show the portal in a frame"
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(linesOf(next));
      }}
      mono
      lines={3}
      placeholder="https://app.example.com"
      hint="One origin per line: scheme, host and optional port. *. matches subdomains. Pages of other origins show what to add here."
      error={error}
    />
  );
}

/** People often copy an address with a trailing slash; it means nothing. */
function linesOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((line) => line.replace(/\/$/, ''))
    .filter(Boolean);
}
