import { ImageUp, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { INTRO_MAX_LENGTH, LOGO_MAX_LENGTH } from '../../../../src-server/contract/public-page';
import { brandColors } from '../../../ui/brand-colors';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { NeedsFields } from '../../../ui/needs/needs-fields';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import type { DraftFaults, PageDraft } from './page-draft';
import styles from './public-page.module.css';

interface PageFieldsProps {
  readonly draft: PageDraft;
  readonly faults: DraftFaults;
  readonly onChange: (change: Partial<PageDraft>) => void;
}

/** Whether the page is published, its name, and its look. */
export function PageFields({ draft, faults, onChange }: PageFieldsProps) {
  return (
    <section className={styles.part} aria-label="The page">
      <Switch
        isSelected={draft.published}
        needs="PATCH /settings eventCatalogPublished"
        onChange={(published) => onChange({ published })}
        hint={
          draft.published
            ? 'On: anyone with the URL can read it.'
            : 'Off: customers see event types only in their portal.'
        }
      >
        Make public
      </Switch>
      <NeedsFields needs="PATCH /settings displayName">
        <TextField
          label="Display name"
          value={draft.name}
          onChange={(name) => onChange({ name })}
          maxLength={256}
          placeholder="Acme"
          hint="The heading of the page: your company or product."
          error={faults.name ?? null}
        />
      </NeedsFields>
      <NeedsFields needs="PATCH /settings catalogIntro">
        <TextField
          label="Introduction"
          isRequired={false}
          lines={5}
          maxLength={INTRO_MAX_LENGTH}
          value={draft.intro}
          onChange={(intro) => onChange({ intro })}
          hint="Markdown: headings, lists, code, and links to http, https and mailto. HTML is shown as text."
        />
        <Logo logo={draft.logo} onChange={(logo) => onChange({ logo })} />
      </NeedsFields>
      <NeedsFields needs="PATCH /settings customColor">
        <Accent color={draft.color} error={faults.color ?? null} onChange={(color) => onChange({ color })} />
      </NeedsFields>
    </section>
  );
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];

function Logo({ logo, onChange }: { readonly logo: string; readonly onChange: (logo: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (!TYPES.includes(file.type)) {
      setError(`${file.name} is not a PNG, JPEG, WebP, GIF or SVG image.`);
      return;
    }
    const address = await dataAddress(file);
    if (address.length > LOGO_MAX_LENGTH) {
      setError(`${file.name} is too large: ${Math.ceil(file.size / 1024)} kB. The limit is 96 kB.`);
      return;
    }
    setError(null);
    onChange(address);
  };
  return (
    <div className={layout.stack1}>
      <span id="logo-label" className={layout.label}>
        Logo <span className={styles.quiet}>(optional)</span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      <div className={styles.row} role="group" aria-labelledby="logo-label">
        {logo !== '' && <img src={logo} alt="The chosen logo" className={styles.logo} />}
        <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void read(files?.[0])}>
          <Button size="small" icon={<ImageUp aria-hidden />}>
            {logo === '' ? 'Choose an image' : 'Choose another'}
          </Button>
        </FileTrigger>
        {logo !== '' && (
          <Button size="small" kind="quiet" icon={<X aria-hidden />} onPress={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      <p className={layout.metaWrapping}>
        At most 96 kB. The page embeds it, so that readers load nothing from elsewhere.
      </p>
      {error && (
        <p className={layout.failedMeta} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

interface AccentProps {
  readonly color: string;
  readonly error: string | null;
  readonly onChange: (color: string) => void;
}

function Accent({ color, error, onChange }: AccentProps) {
  const shown = brandColors(color.trim() || null);
  return (
    <div className={layout.stack1}>
      <TextField
        label="Brand color"
        isRequired={false}
        mono
        value={color}
        onChange={onChange}
        placeholder="#2f6f4f"
        hint="Used for links, focus and the line at the top. Applies to the whole instance."
        error={error}
        action={
          <input
            type="color"
            className={`${layout.fixed} ${layout.control} ${styles.picker}`}
            aria-label="Pick the brand color"
            value={/^#[0-9a-fA-F]{6}$/.test(color.trim()) ? color.trim() : '#3355cc'}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {shown && (
        <p className={styles.row}>
          <Swatch color={shown.light} label="on light" />
          <Swatch color={shown.dark} label="on dark" />
          <span className={layout.metaWrapping}>
            {[shown.light, shown.dark].every((shade) => shade === color.trim().toLowerCase())
              ? 'Readable.'
              : 'Adjusted for readability.'}
          </span>
        </p>
      )}
    </div>
  );
}

function Swatch({ color, label }: { readonly color: string; readonly label: string }) {
  return (
    <span className={`${layout.inlineLine1} ${layout.small}`}>
      <span className={styles.dot} style={{ background: color }} aria-hidden />
      <code>{color}</code> {label}
    </span>
  );
}
