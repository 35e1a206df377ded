import { classNames } from './class-names';
import styles from './flags-field.module.css';
import { flagHue, hueClass } from './hue';
import layout from './layout.module.css';
import { useUiLabels } from './ui-labels';

/** A feature flag: a swatch with its first letter, and its name. Color is never the only difference. */
export function FlagChip({ flag }: { readonly flag: string }) {
  const labels = useUiLabels();
  return (
    <span
      className={classNames(styles.chip, hueClass(flagHue(flag)))}
      title={`${labels.featureFlag} ${flag}`}
    >
      <span className={`${layout.middle} ${layout.fixed} ${styles.swatch}`} aria-hidden>
        {flag.slice(0, 1).toUpperCase()}
      </span>
      <span className="visually-hidden">{labels.featureFlag} </span>
      <span className={layout.cut}>{flag}</span>
    </span>
  );
}
