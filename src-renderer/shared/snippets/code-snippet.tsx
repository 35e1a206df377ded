import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import layout from '../../ui/layout.module.css';
import { Select } from '../../ui/select';
import { highlightCode } from './highlight-code';
import type { SnippetLabels } from './snippet-labels';
import { FIRST_LANGUAGE, SNIPPET_LANGUAGES, type Snippet, type SnippetLanguage } from './snippet-language';
import { useSnippetLanguage } from './use-snippet-language';

export interface CodeSnippetProps {
  /** What the code does. */
  readonly title: string;
  readonly labels: SnippetLabels;
  readonly snippetIn: (language: SnippetLanguage) => Snippet;
}

const OPTIONS = SNIPPET_LANGUAGES.map(({ id, name }) => ({ value: id, label: name }));

/** Code to copy, in the language that the person chose last. */
export function CodeSnippet({ title, labels, snippetIn }: CodeSnippetProps) {
  const { language: chosen, choose } = useSnippetLanguage();
  const language = chosen ?? FIRST_LANGUAGE;
  const { install, code } = snippetIn(language);
  return (
    <div className={layout.stack2}>
      <Select label={labels.language} value={language} onChange={choose} options={OPTIONS} />
      {install !== null && (
        <p className={layout.meta}>
          {labels.install} <code>{install}</code> <CopyButton text={install} what={labels.installation} />
        </p>
      )}
      <CodeBlock
        text={code}
        label={title}
        language="text"
        tokens={highlightCode(code, language)}
        maxHeight="60vh"
      />
    </div>
  );
}
