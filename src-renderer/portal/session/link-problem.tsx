import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from '../portal-frame.module.css';

/** `none`: no key in the address; `broken`: one that cannot be read; `refused`: expired or taken back. */
export type LinkProblemKind = 'none' | 'broken' | 'refused';

const WORDS: Record<LinkProblemKind, { title: string; text: ReactNode }> = {
  none: {
    title: 'Open this page with your link',
    text: 'This page shows your webhooks to whoever holds your personal link, so it does not keep the link itself. After a reload, open the link again from where you got it.',
  },
  broken: {
    title: 'This link is not complete',
    text: 'A part of it is missing, which happens when a link is cut off in an e-mail or a chat. Open the whole link, or ask for a new one.',
  },
  refused: {
    title: 'This link no longer works',
    text: 'Links to this page expire after some time, and can be taken back earlier. Your endpoints and messages are not affected.',
  },
};

/** What happened to the link, what is still safe, and whom to ask. */
export function LinkProblem({ kind }: { readonly kind: LinkProblemKind }) {
  const { title, text } = WORDS[kind];
  return (
    <main className={styles.problem}>
      <Link2Off className={styles.problemIcon} aria-hidden />
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        To get a new link, go back to the website or app that sent you here, or ask the company whose webhooks
        you receive.
      </p>
    </main>
  );
}
