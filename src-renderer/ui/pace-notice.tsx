import type { PaceOut } from '../../src-server/contract/pace';
import { Notice } from './notice';
import { Time } from './time';

/** How often the pace is asked for while it is shown. */
export const PACE_EVERY_MS = 5000;

/** Why an endpoint is sent to more slowly than its limit allows. Nothing while it is not. */
export function PaceNotice({ pace }: { readonly pace: PaceOut | undefined }) {
  if (pace?.heldUntil) {
    return (
      <Notice tone="warning" title="The receiver asked for a pause">
        It answered with Retry-After: the next message goes out <Time at={pace.heldUntil} />. Nothing is lost.
      </Notice>
    );
  }
  if (pace?.reason !== 'overloaded') return null;
  return (
    <Notice tone="warning" title="Slower than the limit">
      The receiver was overloaded again and again, so it gets {perSecond(pace.currentRate)} now instead of{' '}
      {pace.rateLimit}. The pace climbs back while it answers.
    </Notice>
  );
}

function perSecond(rate: number | null): string {
  return `${Number((rate ?? 0).toPrecision(2))} messages per second`;
}
