import { Braces, ExternalLink, Link2 } from 'lucide-react';
import { localTime } from '../../../../../src-server/contract/local-time';
import { FrameBar } from '../../../../shared/preview-frames/frame-bar';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { useInstance } from '../../../platform/instance';
import type { FrameSource } from '../draft/frame-source';
import styles from './frames-view.module.css';
import { useFrameLink } from './use-frame-link';

interface FrameHeadProps {
  readonly plan: PlannedFrame;
  readonly appId: string;
  readonly visible: number;
  readonly all: number;
  /** Milliseconds since 1970; null while there is no token. */
  readonly expiresAt: number | null;
  /** Where its event types come from; absent: there is no frame. */
  readonly source?: FrameSource;
}

/** Whose frame it is, how much it shows, and how to show it to others. */
export function FrameHead({ plan, appId, visible, all, expiresAt, source }: FrameHeadProps) {
  const { set, theme } = plan;
  const { isCopy } = useInstance();
  const link = useFrameLink({ appId, set, theme, isDraft: source !== undefined && source.word !== 'Stored' });
  const label = `${set.letter} ${set.name}`;
  return (
    <FrameBar plan={plan}>
      {theme === 'dark' && <span className={styles.expiry}>Dark</span>}
      {source && <Source source={source} />}
      <span className={styles.meta}>
        {visible} of {all}
        <span className={styles.wide}> types</span>
      </span>
      {expiresAt !== null && (
        <span
          className={styles.expiry}
          title="The token of this frame. It is renewed while the frame is shown, and revoked when the frame closes."
        >
          token expires {timeOf(expiresAt)}
        </span>
      )}
      <span className={`${layout.flex} ${layout.end}`}>
        {/* The instance knows nothing of a working copy, and this computer would show its own catalog. */}
        {!isCopy && (
          <>
            <Button
              kind="quiet"
              size="small"
              icon={<ExternalLink aria-hidden />}
              aria-label={`Open the portal of ${label} in a new tab`}
              needs="POST /auth/app-portal-access/{app}"
              onPress={link.open}
            />
            <Button
              kind="quiet"
              size="small"
              icon={<Link2 aria-hidden />}
              aria-label={`Copy a portal link for ${label}`}
              onPress={link.copy}
            />
          </>
        )}
        <Button
          kind="quiet"
          size="small"
          icon={<Braces aria-hidden />}
          aria-label={`Copy the request body for ${label}`}
          onPress={link.copyBody}
        />
      </span>
    </FrameBar>
  );
}

/** The word, and one press to see the other. */
function Source({ source: { word, other, onSwitch } }: { readonly source: FrameSource }) {
  if (other === null) return <span className={styles.source}>{word}</span>;
  return (
    <Button size="small" aria-label={`${word}: show ${other.toLowerCase()} instead`} onPress={onSwitch}>
      {word}
    </Button>
  );
}

function timeOf(at: number): string {
  return localTime(at, Date.now());
}
