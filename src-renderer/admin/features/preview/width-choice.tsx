import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import listStyles from '../../../ui/list-box.module.css';
import { percentOf } from '../../../ui/percent-of';
import { Segmented } from '../../../ui/segmented';
import { clampWidth, WIDTHS, widthText, ZOOMS } from './preview-address';
import styles from './preview-bar.module.css';

interface WidthChoiceProps {
  readonly widthPx: number;
  /** In percent; null: as large as fits. */
  readonly zoom: number | null;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The width of the frames, three common ones and any other, and how large they are drawn. */
export function WidthChoice({ widthPx, zoom, onChange }: WidthChoiceProps) {
  const onWidth = (px: number) => onChange({ width: widthText(px) });
  const known = WIDTHS.find(({ value }) => value === widthPx)?.label;
  return (
    <DialogTrigger>
      <Button
        className={classNames(layout.inlineLineClose, layout.hovered, styles.trigger)}
        aria-label={`Width of the frames: ${known ? `${known}, ` : ''}${widthPx} pixels${zoom === null ? '' : `, at ${percentOf(zoom / 100)}`}`}
      >
        <span className={`${layout.muted} ${styles.label}`}>Width</span>
        <span className={`${layout.shrinking} ${layout.label} ${layout.ellipsis}`}>
          {widthPx}
          {zoom !== null && `, ${percentOf(zoom / 100)}`}
        </span>
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
        <Segmented
          label="Zoom"
          value={String(zoom ?? '')}
          onChange={(next) => onChange({ zoom: next })}
          options={[
            { value: '', label: 'Fit' },
            ...ZOOMS.map((value) => ({ value: String(value), label: percentOf(value / 100) })),
          ]}
        />
      </Popover>
    </DialogTrigger>
  );
}

/** A field for any frame width; Enter or leaving the field applies it. */
function WidthField({
  widthPx,
  onWidth,
}: {
  readonly widthPx: number;
  readonly onWidth: (px: number) => void;
}) {
  const [text, setText] = useState(String(widthPx));
  useEffect(() => setText(String(widthPx)), [widthPx]);
  const take = () => {
    const px = clampWidth(Number.parseInt(text, 10));
    setText(String(px));
    if (px !== widthPx) onWidth(px);
  };
  return (
    <label className={`${layout.line} ${layout.apart}`}>
      Width in pixels
      <input
        className={`${layout.control} ${layout.numbers} ${styles.pixels}`}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </label>
  );
}
