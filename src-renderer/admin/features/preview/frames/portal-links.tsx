import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { type PreviewType, visibleNames } from '../../../../shared/preview-frames/visible-types';
import { classNames } from '../../../../ui/class-names';
import { FlagChip } from '../../../../ui/flag-chip';
import layout from '../../../../ui/layout.module.css';
import { useConnections } from '../../../data/working-copy/use-connections';
import { useInstance } from '../../../platform/instance';
import { FrameHead } from './frame-head';
import styles from './frames-view.module.css';

interface PortalLinksProps {
  readonly frames: readonly PlannedFrame[];
  readonly appId: string;
  readonly types: readonly PreviewType[];
}

/**
 * The sets of a remote instance. The policies of both servers forbid framing its pages in ours, so each portal opens in
 * its own tab.
 */
export function PortalLinks({ frames, appId, types }: PortalLinksProps) {
  const { id } = useInstance();
  const connection = useConnections().data?.find((known) => known.id === id);
  const current = types.filter(({ archived }) => !archived).length;
  return (
    <section className={`${layout.scrollingRest} ${styles.view}`} aria-label="Portals" data-pane="">
      <p className={styles.lead}>
        {connection ? connection.name : 'This instance'} serves its portal from another origin, which does not
        allow framing. Open the portal of each set in a tab. Matrix and Changes compare the sets here.
      </p>
      <ul className={styles.list}>
        {frames.map((plan) => (
          <li key={plan.key} className={classNames(layout.shrinking, layout.rounded, layout.surface)}>
            <FrameHead
              plan={plan}
              appId={appId}
              visible={visibleNames(types, plan.set).size}
              all={current}
              expiresAt={null}
            />
            <p className={`${layout.rowCentered} ${layout.padded3} ${styles.facts}`}>
              {plan.set.featureFlags.length === 0
                ? 'No flags: sees what everyone sees'
                : plan.set.featureFlags.map((flag) => <FlagChip key={flag} flag={flag} />)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
