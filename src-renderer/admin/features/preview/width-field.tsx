import { useEffect, useState } from 'react';
import layout from '../../../ui/layout.module.css';
import { clampWidth } from './preview-address';
import styles from './preview-bar.module.css';

/** A field for any frame width; Enter or leaving the field applies it. */
export function WidthField({
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
