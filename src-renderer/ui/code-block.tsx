import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button';
import { type CodeToken, tokenizeJson } from './tokenize-json';
import { useUiLabels } from './ui-labels';
import { withinSentence } from './within-sentence';

interface CodeBlockProps {
  /** The text, shown verbatim. */
  readonly text: string;
  /** What it is, for the heading and the copy button: "Example", "Request body". */
  readonly label: string;
  readonly language?: 'json' | 'text';
  /** The same text, coloured already. Absent: JSON is coloured here, other text not at all. */
  readonly tokens?: readonly CodeToken[];
  /** A remark at the right of the heading, such as "may not fit the schema". */
  readonly remark?: ReactNode;
  /** CSS height at which the block starts to scroll; absent: never. */
  readonly maxHeight?: string;
}

/** Longest text that is coloured; longer text stays plain, so that a megabyte does not freeze the page. */
const COLORED_MAX_LENGTH = 100_000;

/** Code with its heading and a copy button. It is inserted as text: nothing in it can become markup. */
export function CodeBlock({ text, label, language = 'json', tokens, remark, maxHeight }: CodeBlockProps) {
  const isColored = language === 'json' && text.length <= COLORED_MAX_LENGTH;
  const { locale } = useUiLabels();
  const colored = tokens ?? (isColored ? tokenizeJson(text) : null);
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        <span className={styles.label}>{label}</span>
        {remark && <span className={styles.remark}>{remark}</span>}
        <CopyButton text={text} what={withinSentence(label, locale)} />
      </figcaption>
      <section
        className={styles.scroll}
        style={maxHeight ? { maxHeight } : {}}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        <pre className={styles.code}>
          <code>{colored?.map(toSpan) ?? text}</code>
        </pre>
      </section>
    </figure>
  );
}

function toSpan(token: CodeToken) {
  if (token.kind === 'plain') return token.text;
  return (
    <span key={token.at} className={classNames(styles[token.kind])}>
      {token.text}
    </span>
  );
}
