import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { classNames } from '../../ui/class-names';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './payload-fit.module.css';

interface VariantChipsProps {
  /** Names of the variants. */
  readonly variants: readonly string[];
  /** Which one is shown; null: the plain example. */
  readonly chosen: number | null;
  readonly onChoose: (variant: number | null) => void;
  /** True: the plain example was written by the author, and no variant shows it. */
  readonly hasAuthors: boolean;
}

/** A chip for each variant of an event. With a single variant there is nothing to choose. */
export function VariantChips({ variants, chosen, onChoose, hasAuthors }: VariantChipsProps) {
  const labels = useUiLabels().payload;
  if (variants.length === 0) return null;
  const first = hasAuthors ? labels.authors : null;
  // A generated plain example is the first variant.
  const selected = chosen ?? (hasAuthors ? -1 : 0);
  return (
    <ToggleButtonGroup
      aria-label={labels.variants}
      className={classNames(styles.chips)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={([key]) => onChoose(typeof key === 'number' && key >= 0 ? key : null)}
    >
      {first && (
        <ToggleButton id={-1} className={classNames(styles.chip)}>
          {first}
        </ToggleButton>
      )}
      {variants.map((name, index) => (
        <ToggleButton key={name} id={index} className={classNames(styles.chip)}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
