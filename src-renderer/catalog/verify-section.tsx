import { VERIFY_SNIPPETS } from '../shared/snippets/verify-snippets';
import { SnippetParts } from '../shared/static-page/snippet-parts';
import styles from './public-catalog.module.css';

/** The address of the section on the first page. No event type has this name: names contain no "~". */
export const VERIFY_ID = '~verify';

/** Stands for the secret, which each endpoint has of its own. */
const SECRET = 'whsec_...';

/** Code that verifies a message and reads it, in each language. */
export function VerifyCode({ isPlain = false }: { readonly isPlain?: boolean }) {
  return <SnippetParts snippetIn={(language) => VERIFY_SNIPPETS[language](SECRET)} isPlain={isPlain} />;
}

/** How a receiver knows that a message is genuine, as code in each language. */
export function VerifySection() {
  return (
    <section id={VERIFY_ID}>
      <h2 className={styles.group}>Verify signatures</h2>
      <p className={styles.lead}>
        Every message is signed with the secret of your endpoint, as Standard Webhooks describes: the headers
        webhook-id, webhook-timestamp and webhook-signature belong to the body, byte for byte. Verify them
        before you use it, and respond with any 2xx status as soon as you have stored it.
      </p>
      <VerifyCode />
    </section>
  );
}
