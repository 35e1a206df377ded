import { ExampleBlock, plainTokens } from '../../ui/example-block';
import { highlightCode } from '../snippets/highlight-code';
import { SNIPPET_LABELS } from '../snippets/snippet-labels';
import {
  FIRST_LANGUAGE,
  SNIPPET_LANGUAGES,
  type Snippet,
  type SnippetLanguage,
} from '../snippets/snippet-language';
import { SNIPPET_ATTRIBUTE } from './snippet-attribute';
import styles from './static-page.module.css';

interface SnippetPartsProps {
  readonly snippetIn: (language: SnippetLanguage) => Snippet;
  /** True: without colors, which are most of its weight. */
  readonly isPlain?: boolean;
}

/** Code in each language: one is open, and the script remembers which. */
export function SnippetParts({ snippetIn, isPlain = false }: SnippetPartsProps) {
  return SNIPPET_LANGUAGES.map(({ id, name }) => {
    const { install, code } = snippetIn(id);
    return (
      <details
        key={id}
        className={styles.snippet}
        {...{ [SNIPPET_ATTRIBUTE]: id }}
        open={id === FIRST_LANGUAGE}
      >
        <summary>{name}</summary>
        {install !== null && (
          <p className={styles.needs}>
            {SNIPPET_LABELS.install} <code>{install}</code>
          </p>
        )}
        <ExampleBlock
          text={code}
          name={name}
          tokens={isPlain ? plainTokens(code) : highlightCode(code, id)}
        />
      </details>
    );
  });
}
