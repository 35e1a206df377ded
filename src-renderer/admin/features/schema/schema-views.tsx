import { Eye } from 'lucide-react';
import { memo } from 'react';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Segmented } from '../../../ui/segmented';
import { useTo } from '../../platform/instance';
import styles from './schema-screen.module.css';
import type { Side } from './side/side-view';

const SIDES = [
  { value: 'json', label: 'JSON' },
  { value: 'example', label: 'Example' },
  { value: 'customer', label: 'Customers' },
] as const;
/** In a narrow window the fields are one of the views. */
const NARROW_SIDES = [{ value: 'fields', label: 'Fields' }, ...SIDES] as const;

/** The view that an address names. */
export const sideOf = (addressed: string): Side =>
  SIDES.find(({ value }) => value === addressed)?.value ?? 'json';

interface SchemaViewsProps {
  readonly name: string;
  /** As the address has it; empty: the fields, and beside them the JSON. */
  readonly addressed: string;
  readonly onSide: (side: string) => void;
  readonly isNarrow: boolean;
}

/** Which view of a schema is shown, and the way to its preview. Rendered again only if that changes, not with each key. */
export const SchemaViews = memo(function SchemaViews({
  name,
  addressed,
  onSide,
  isNarrow,
}: SchemaViewsProps) {
  const side = sideOf(addressed);
  const to = useTo();
  const page = encodeURIComponent(`/catalog/${encodeURIComponent(name)}`);
  return (
    <div className={isNarrow ? `${layout.hidden} ${styles.switch}` : styles.sides}>
      {isNarrow ? (
        <Segmented
          label="Show"
          value={addressed === '' ? 'fields' : side}
          onChange={(value) => onSide(value === 'fields' ? '' : value)}
          options={NARROW_SIDES}
        />
      ) : (
        <Segmented label="Beside the fields" value={side} onChange={onSide} options={SIDES} />
      )}
      {!isNarrow && <span className={styles.space} />}
      <LinkButton to={`${to('preview')}?page=${page}`} kind="quiet" size="small" icon={<Eye aria-hidden />}>
        Preview in the portal
      </LinkButton>
    </div>
  );
});
