import type { PaceOut } from '../../src-server/contract/pace';
import { inserted, slot } from './inserted';
import { Notice } from './notice';
import { Time } from './time';
import { useUiLabels } from './ui-labels';

/** How often the pace is polled while shown. */
export const PACE_EVERY_MS = 5000;

/** Why an endpoint is sent to more slowly than its limit allows. Renders nothing while it is not. */
export function PaceNotice({ pace }: { readonly pace: PaceOut | undefined }) {
  const labels = useUiLabels().pace;
  if (pace?.heldUntil) {
    return (
      <Notice tone="warning" title={labels.pauseTitle}>
        {inserted(labels.pause({ at: slot(0) }), <Time at={pace.heldUntil} as="ahead" />)}
      </Notice>
    );
  }
  if (pace?.reason !== 'overloaded') return null;
  return (
    <Notice tone="warning" title={labels.slowTitle}>
      {labels.slowText({ rate: rounded(pace.currentRate), limit: pace.rateLimit ?? 0 })}
    </Notice>
  );
}

function rounded(rate: number | null): number {
  return Number((rate ?? 0).toPrecision(2));
}
