import { memo, useCallback } from 'react';
import { PortalWindow, type PortalWindowProps } from '../../../../shared/preview-frames/portal-window';
import type { PreviewType } from '../../../../shared/preview-frames/visible-types';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { type FrameDraft, useFrameAccess } from '../../../parts/portal-frame/use-frame-access';
import type { FrameSource } from '../draft/frame-source';
import { FrameHead } from './frame-head';

interface SetFrameProps extends Omit<PortalWindowProps, 'url' | 'head' | 'instead' | 'onEnded'> {
  readonly appId: string;
  readonly source: FrameSource;
  /** The draft that the frame shows; undefined: none. */
  readonly draft: FrameDraft | undefined;
}

/** The portal of one set, with a token of its own. */
export const SetFrame = memo(function SetFrame({ appId, source, draft, ...frame }: SetFrameProps) {
  const { plan, types } = frame;
  const access = useFrameAccess({ appId, flags: plan.set.featureFlags, draft });
  const { renew } = access;
  // A restart of the server ends a draft and its tokens; the page still has the draft, and makes them again.
  const isDraft = draft !== undefined;
  const onEnded = useCallback(() => isDraft && renew(), [isDraft, renew]);
  return (
    <PortalWindow
      {...frame}
      url={access.url}
      onEnded={onEnded}
      head={(visible) => (
        <FrameHead
          plan={plan}
          appId={appId}
          visible={visible}
          all={countCurrent(types)}
          expiresAt={access.expiresAt}
          source={source}
        />
      )}
      instead={
        access.error ? (
          <div className={`${layout.stack3} ${layout.frozen}`}>
            <FailureNotice
              title="This frame could not be opened"
              cause={access.error}
              onRetry={access.renew}
            />
            <p>Nothing is lost: the URL of this screen keeps the sets, width and page.</p>
          </div>
        ) : (
          <p className={layout.frozen} role="status">
            Opening the portal
          </p>
        )
      }
    />
  );
});

function countCurrent(types: readonly PreviewType[]): number {
  return types.filter(({ archived }) => !archived).length;
}
