import { SEND_SNIPPETS } from '../shared/snippets/send-snippets';
import { SNIPPET_LABELS } from '../shared/snippets/snippet-labels';
import { SnippetParts } from '../shared/static-page/snippet-parts';
import styles from './docs.module.css';
import { SNIPPET_ORIGIN } from './snippet-origin';

/** How to send a message, in each language. */
export function SendExamples() {
  return (
    <section className={styles.group}>
      <h2>{SNIPPET_LABELS.send}</h2>
      <p className={styles.quiet}>
        With the official clients of svix. The token comes from the environment; app_1 is the id or uid of an
        application.
      </p>
      <SnippetParts
        snippetIn={(language) =>
          SEND_SNIPPETS[language]({ origin: SNIPPET_ORIGIN, app: 'app_1', eventType: 'invoice.paid' })
        }
      />
    </section>
  );
}
