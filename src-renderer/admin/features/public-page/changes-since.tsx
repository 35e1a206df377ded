import type { PublicPageOut, PublicTypeChange } from '../../../../src-server/contract/public-page';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useNotePublish, usePublicPage } from '../../data/use-public-page';
import styles from './public-page.module.css';

const HOW = {
  'made-public': 'the page was made public',
  exported: 'the page was exported as files',
  noted: 'the change list was reset',
} as const;
const MARKS = { added: '+', removed: '−', changed: '~' } as const;
const SHOWN_MAX = 50;

/** What readers see now that they did not see at the last publish. */
export function ChangesSince({ published }: { readonly published: boolean }) {
  const page = usePublicPage();
  const note = useNotePublish();
  return (
    <section className={styles.part} aria-labelledby="public-page-changes">
      <h2 id="public-page-changes">Since the last publish</h2>
      <Unread what="the changes" rows={2} query={page} />
      {page.data && <Changes {...page.data} published={published} />}
      {page.data && (page.data.changes.length > 0 || (published && !page.data.lastPublish)) && (
        <p className={styles.row}>
          <Button
            size="small"
            isDisabled={note.isPending}
            needs="POST /public-page/publish"
            onPress={() => note.mutate()}
          >
            Reset change list
          </Button>
          <span className={layout.metaWrapping}>Counts changes from now on. Readers see no difference.</span>
        </p>
      )}
      {note.error && <FailureNotice title="The change list was not reset" cause={note.error} />}
    </section>
  );
}

function Changes({
  lastPublish,
  changes,
  published,
}: Pick<PublicPageOut, 'lastPublish' | 'changes'> & { readonly published: boolean }) {
  if (!lastPublish) {
    return (
      <p>Not published yet. After the first publish, this lists added, removed and changed event types.</p>
    );
  }
  const count = (change: PublicTypeChange['change']) =>
    changes.filter((entry) => entry.change === change).length;
  const label = (['added', 'removed', 'changed'] as const)
    .filter((change) => count(change) > 0)
    .map((change) => `${count(change)} ${change}`)
    .join(', ');
  return (
    <>
      <p>
        {label || 'Nothing changed'} since {HOW[lastPublish.how]} <Time at={lastPublish.at} />.{' '}
        {label && (published ? 'Readers already see this.' : 'Readers see this after the next publish.')}
      </p>
      {changes.length > 0 && (
        <ul className={`${layout.ruled} ${styles.changes}`}>
          {changes.slice(0, SHOWN_MAX).map(({ name, change, messages }) => (
            <li key={name} data-change={change}>
              <span className={styles.mark} aria-hidden>
                {MARKS[change]}
              </span>
              <div className={layout.rest}>
                <p>
                  <NameLockup name={name} /> <span className={layout.metaWrapping}>{change}</span>
                </p>
                {messages.length > 0 && (
                  <ul className={layout.metaWrapping}>
                    {messages.map((message) => (
                      <li key={message}>{message}</li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {changes.length > SHOWN_MAX && (
        <p className={layout.metaWrapping}>
          Showing {SHOWN_MAX} of {changes.length}, by name.
        </p>
      )}
    </>
  );
}
