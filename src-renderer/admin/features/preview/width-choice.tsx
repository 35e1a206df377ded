import { ChevronDown } from 'lucide-react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { Segmented } from '../../../ui/segmented';
import { WIDTHS, widthText } from './preview-address';
import styles from './preview-bar.module.css';
import { WidthField } from './width-field';

interface WidthChoiceProps {
  readonly widthPx: number;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The width of the frames: three common ones, and any other. */
export function WidthChoice({ widthPx, onChange }: WidthChoiceProps) {
  const onWidth = (px: number) => onChange({ width: widthText(px) });
  const known = WIDTHS.find(({ value }) => value === widthPx)?.label;
  return (
    <DialogTrigger>
      <Button
        className={classNames(layout.inlineLineClose, layout.hovered, styles.trigger)}
        aria-label={`Width of the frames: ${known ? `${known}, ` : ''}${widthPx} pixels`}
      >
        <span className={`${layout.muted} ${styles.label}`}>Width</span>
        <span className={`${layout.shrinking} ${layout.label} ${layout.ellipsis}`}>{widthPx}</span>
        <ChevronDown aria-hidden />
      </Button>
      <Popover
        aria-label="Width of the frames"
        className={classNames(listStyles.popover, styles.widths)}
        placement="bottom start"
      >
        <Segmented
          label="Width"
          value={String(widthPx)}
          onChange={(next) => onWidth(Number(next))}
          options={WIDTHS.map(({ value, label }) => ({
            value: String(value),
            label: `${label} ${value}`,
            name: `${label}, ${value} pixels`,
          }))}
        />
        <WidthField widthPx={widthPx} onWidth={onWidth} />
      </Popover>
    </DialogTrigger>
  );
}
