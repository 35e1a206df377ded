import layout from '../../../../ui/layout.module.css';
import { Select } from '../../../../ui/select';
import type { LookSettings } from './look-names';
import styles from './portal-look.module.css';

type Shapes = LookSettings['customThemeOverride'];
type Radius = NonNullable<NonNullable<NonNullable<Shapes>['borderRadius']>['button']>;

const PARTS = [
  ['button', 'Buttons'],
  ['input', 'Fields'],
  ['card', 'Panels'],
] as const;
const OPTIONS = [
  { value: 'usual', label: 'Default' },
  { value: 'none', label: 'Square' },
  { value: 'sm', label: 'Small' },
  { value: 'md', label: 'Medium' },
  { value: 'lg', label: 'Large' },
  { value: 'full', label: 'Round' },
];

/** The corner radius of the portal. */
export function CornerFields({
  value,
  onChange,
}: {
  readonly value: Shapes;
  readonly onChange: (value: Shapes) => void;
}) {
  const radii = value?.borderRadius ?? {};
  const set = (part: (typeof PARTS)[number][0], radius: string) => {
    const { [part]: _before, ...others } = radii;
    const next = radius === 'usual' ? others : { ...others, [part]: radius as Radius };
    const isUsual = !Object.values(next).some(Boolean);
    const fontSize = value?.fontSize?.base ? { fontSize: value.fontSize } : null;
    onChange(isUsual ? fontSize : { ...fontSize, borderRadius: next });
  };
  return (
    <fieldset className={`${layout.shrinkingStack3} ${layout.flush} ${styles.group}`}>
      <legend>Corners</legend>
      <div className={styles.thirds}>
        {PARTS.map(([part, label]) => (
          <Select
            key={part}
            label={label}
            value={radii[part] ?? 'usual'}
            onChange={(radius) => set(part, radius)}
            options={OPTIONS}
          />
        ))}
      </div>
    </fieldset>
  );
}
