import code from './code-block.module.css';
import { type CodeToken, tokenizeJson } from './tokenize-json';
import { useUiLabels } from './ui-labels';

/** Longest text that is coloured. */
const COLORED_MAX_LENGTH = 60_000;

interface ExampleBlockProps {
  readonly text: string;
  readonly name: string;
  /** The same text, coloured already. Absent: it is JSON, and coloured here. */
  readonly tokens?: readonly CodeToken[];
  /** What it is called to whoever cannot see it. Absent: the example of its name. */
  readonly label?: string;
}

/** A text without colors: an element for each token of a long one would be most of a page. */
export function plainTokens(text: string): readonly CodeToken[] {
  return [{ kind: 'plain', text, at: 0 }];
}

/** An example with coloured code. */
export function ExampleBlock({ text, name, tokens: colored, label }: ExampleBlockProps) {
  const labels = useUiLabels();
  const tokens = colored ?? (text.length > COLORED_MAX_LENGTH ? null : tokenizeJson(text));
  return (
    <figure className={code.block}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        className={code.scroll}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label ?? labels.exampleOf({ name })}
      >
        <pre className={code.code}>
          <code>
            {tokens?.map((token) =>
              token.kind === 'plain' ? (
                token.text
              ) : (
                <span key={token.at} className={code[token.kind]}>
                  {token.text}
                </span>
              ),
            ) ?? text}
          </code>
        </pre>
      </div>
    </figure>
  );
}
