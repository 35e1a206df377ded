import { Segmented } from './segmented';

/** The theme of a page shown inside this one. */
type PreviewTheme = 'light' | 'dark';

/** Chooses the theme of a preview, independently of the window. */
export function PreviewThemeChoice({
  value,
  onChange,
}: {
  readonly value: PreviewTheme;
  readonly onChange: (theme: PreviewTheme) => void;
}) {
  return (
    <Segmented
      label="Preview theme"
      value={value}
      onChange={onChange}
      options={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
