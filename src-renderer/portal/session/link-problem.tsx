import { ArrowLeft, Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import layout from '../../ui/layout.module.css';
import { useLabels, useLook } from '../look/look-context';
import styles from '../portal-frame.module.css';

/**
 * `none`: no key in the address; `broken`: an unreadable one; `used`: a one-time link that was used before; `refused`:
 * expired or revoked; `ended`: the reader has logged out.
 */
type LinkProblemKind = 'none' | 'broken' | 'used' | 'refused' | 'ended';

/** What happened to the link, what is still safe, and where to get another. */
export function LinkProblem({ kind }: { readonly kind: LinkProblemKind }) {
  const { settings, icon } = useLook();
  const labels = useLabels().session;
  const { title, text } = labels.problems[kind];
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={`${layout.stack3} ${styles.problem}`}>
      {icon ? (
        <img src={icon} alt="" className={styles.logo} />
      ) : (
        <Link2Off className={styles.problemIcon} aria-hidden />
      )}
      <h1>{title}</h1>
      <p>{text}</p>
      {settings.portalReturnUrl ? (
        <a
          href={settings.portalReturnUrl}
          target="_top"
          className={`${layout.inlineLineClose} ${layout.label} ${styles.returnLink}`}
        >
          <ArrowLeft aria-hidden />{' '}
          {settings.displayName ? labels.backTo({ name: settings.displayName }) : labels.back}
        </a>
      ) : (
        <p>{labels.newLink}</p>
      )}
    </main>
  );
}
