import { useState } from 'react';
import type { SharedPreviewOut } from '../../src-server/contract/share-link';
import { Button } from '../ui/button';
import { FailureNotice } from '../ui/failure-notice';
import layout from '../ui/layout.module.css';
import { Skeleton } from '../ui/skeleton';
import { Differences } from './differences';
import styles from './share-app.module.css';
import { ShareHead } from './share-head';
import { SharedFrames } from './shared-frames';
import { useSharedTypes } from './use-shared-types';

interface SharedPreviewProps {
  readonly preview: SharedPreviewOut;
  /** Called when a frame was refused: the link has probably ended. */
  readonly onEnded: () => void;
}

/** The frames of a link, what they are, and how they differ. */
export function SharedPreview({ preview, onEnded }: SharedPreviewProps) {
  const { types, error, retry } = useSharedTypes(preview.frames);
  const [isComparing, setComparing] = useState(false);
  return (
    <div className={styles.page}>
      <ShareHead preview={preview}>
        {types && new Set(preview.frames.map(({ featureFlags }) => featureFlags.join())).size > 1 && (
          <Button aria-expanded={isComparing} onPress={() => setComparing((now) => !now)}>
            {isComparing ? 'Show frames' : 'List differences'}
          </Button>
        )}
      </ShareHead>
      <main className={`${layout.column} ${layout.restDown} ${layout.padded4}`}>
        {error && !types ? (
          <FailureNotice title="The event types could not be loaded" cause={error} onRetry={retry} />
        ) : !types ? (
          <Skeleton what="the frames" rows={6} />
        ) : isComparing ? (
          <Differences frames={preview.frames} types={types} />
        ) : (
          <SharedFrames preview={preview} types={types} onEnded={onEnded} />
        )}
      </main>
    </div>
  );
}
