import { highlightCode } from '../shared/snippets/highlight-code';
import { SEND_SNIPPETS } from '../shared/snippets/send-snippets';
import { SNIPPET_LABELS } from '../shared/snippets/snippet-labels';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '../shared/snippets/snippet-language';
import { ExampleBlock } from '../ui/example-block';
import styles from './docs.module.css';
import { SNIPPET_ATTRIBUTE, SNIPPET_ORIGIN } from './snippet-attribute';

/** How to send a message, in each language: one is open, and the script remembers which. */
export function SendExamples() {
  return (
    <section className={styles.group}>
      <h2>{SNIPPET_LABELS.send}</h2>
      <p className={styles.quiet}>
        With the official clients of svix. The token comes from the environment; app_1 is the id or uid of an
        application.
      </p>
      {SNIPPET_LANGUAGES.map(({ id, name }) => (
        <Example key={id} language={id} name={name} />
      ))}
    </section>
  );
}

function Example({ language, name }: { readonly language: SnippetLanguage; readonly name: string }) {
  const { install, code } = SEND_SNIPPETS[language]({
    origin: SNIPPET_ORIGIN,
    app: 'app_1',
    eventType: 'invoice.paid',
  });
  return (
    <details className={styles.snippet} {...{ [SNIPPET_ATTRIBUTE]: language }} open={language === 'curl'}>
      <summary>{name}</summary>
      {install !== null && (
        <p className={styles.quiet}>
          {SNIPPET_LABELS.install} <code>{install}</code>
        </p>
      )}
      <ExampleBlock text={code} name={name} tokens={highlightCode(code, language)} />
    </details>
  );
}
