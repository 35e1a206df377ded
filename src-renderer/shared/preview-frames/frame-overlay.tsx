import { EyeOff } from 'lucide-react';
import type { FlagSetContent } from '../../../src-server/contract/flag-set';
import { flagHue } from '../../ui/hue';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import type { NamedPlace, Place } from '../preview-link/messages';
import styles from './frame-overlay.module.css';
import type { GhostGap } from './ghost-gaps';
import { neededFlags, type PreviewType } from './visible-types';

interface FrameOverlayProps {
  readonly set: FlagSetContent;
  /** The theme of the frame: what is drawn over it must match. */
  readonly theme: 'light' | 'dark';
  readonly ghosts: readonly GhostGap[];
  /** Where the frame made room, in the order of the ghosts. */
  readonly room: readonly (Place | null)[];
  readonly places: readonly NamedPlace[];
  readonly outlined: string | null;
  /** The event type whose page the other frames show, if this one may not. */
  readonly hiddenPage: PreviewType | undefined;
}

/** What the surrounding page draws over a frame: names that the frame must not know are here, never in the frame. */
export function FrameOverlay({ set, theme, ghosts, room, places, outlined, hiddenPage }: FrameOverlayProps) {
  const box = outlined === null ? undefined : places.find(({ name }) => name === outlined);
  return (
    <div className={styles.overlay} data-tokens={theme}>
      {ghosts.length > 0 && (
        <ul aria-label={`Hidden from ${set.letter} ${set.name}`}>
          {ghosts.flatMap(({ lines }, index) =>
            lines.map(({ type, title, topPx, heightPx }) => {
              const place = room[index];
              const style = place
                ? { left: place.x, top: place.y + topPx, width: place.width, height: heightPx }
                : { display: 'none' };
              if (!type)
                return (
                  <li
                    key={`/${title}`}
                    className={`${layout.muted} ${layout.cut} ${styles.ghostTitle}`}
                    style={style}
                  >
                    {title}
                  </li>
                );
              return (
                <li
                  key={type.name}
                  className={type.name === outlined ? styles.ghostOutlined : styles.ghost}
                  style={{ ...hueOf(type), ...style }}
                >
                  <EyeOff aria-hidden />
                  <span className={`${layout.shrinking} ${layout.ellipsis} ${styles.ghostName}`}>
                    <NameLockup name={type.name} />
                  </span>
                  <span className={styles.needs}>
                    hidden: needs <code>{neededFlags(type)}</code>
                  </span>
                </li>
              );
            }),
          )}
        </ul>
      )}
      {box && (
        <div
          className={styles.outline}
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        />
      )}
      {hiddenPage && (
        <div className={styles.absent}>
          <div className={`${layout.column} ${layout.centered} ${styles.card}`} role="note">
            <EyeOff aria-hidden />
            <p>
              <NameLockup name={hiddenPage.name} /> is hidden here
              {hiddenPage.featureFlags?.length ? (
                <>
                  : it needs <code>{neededFlags(hiddenPage)}</code>
                </>
              ) : null}
              .
            </p>
            <p className={styles.small}>A customer who opens its URL sees “There is no such event type”.</p>
          </div>
        </div>
      )}
    </div>
  );
}

/** The color of the flag that would reveal it. */
function hueOf({ featureFlags }: PreviewType): Record<string, string> {
  return { '--hue': `var(--flag-${flagHue(featureFlags?.[0] ?? '')})` };
}
