import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import layout from '../../../../ui/layout.module.css';
import styles from '../preview-bar.module.css';
import type { ShownFrames } from './share-request';

interface ShareContentsProps {
  readonly shown: ShownFrames;
  readonly application: string;
}

/** What whoever has the link will see, and what not, in plain words. */
export function ShareContents({ shown, application }: ShareContentsProps) {
  const { frames, page, widthPx, source } = shown;
  return (
    <section className={layout.stackClose} aria-labelledby="share-contents">
      <h3 id="share-contents">What the link shows</h3>
      <ul className={`${layout.wrap} ${layout.gapFlat}`} aria-label="Frames">
        {frames.map(({ key, set, theme }) => (
          <li key={key} className={`${layout.inlineLineClose} ${layout.wrapping}`}>
            <SetBadge set={set} />
            <span className="visually-hidden">{set.letter} </span>
            {set.name}
            {theme === 'dark' && <span className={layout.meta}>Dark</span>}
          </li>
        ))}
      </ul>
      <ul className={`${layout.stack1} ${layout.muted} ${styles.facts}`}>
        <li>
          {pageLabel(page)} of {application}, {widthPx} pixels wide.
        </li>
        <li>
          {source === 'Stored'
            ? 'Live: the stored catalog as it is when someone looks, for these flags.'
            : `A snapshot: the ${snapshotLabel(source)}. Later edits do not change it.`}
        </li>
        {page === '/endpoints' && (
          <li>
            The URLs, descriptions and delivery statistics of its endpoints, but no secrets and no headers.
          </li>
        )}
        <li>Nothing else: no messages, no secrets, no other application, and nothing can be changed.</li>
      </ul>
    </section>
  );
}

/** "draft as it is now", "catalog as of 1 Dec, 09:00, based on what is known now". */
function snapshotLabel(source: ShownFrames['source']): string {
  return source.startsWith('As of ')
    ? `catalog as of ${source.slice('As of '.length)}, based on what is known now`
    : `${source.toLowerCase()} as it is now`;
}

function pageLabel(page: string): string {
  if (page === '/catalog') return 'The event catalog';
  if (page === '/endpoints') return 'The event catalog and the list of endpoints';
  return `The page of ${page.replace(/^\/catalog\//, '')}, and the rest of the event catalog,`;
}
