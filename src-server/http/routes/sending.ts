import type { Clock } from '../../base/clock';
import { sendingOperations } from '../../contract/operations/sending';
import type { SendingPauseStore } from '../../storage/installation/sending-pause-store';
import { presentSending } from '../presenters/present-sending';
import { type Route, route } from '../route';

interface SendingRouteParts {
  readonly sendingPause: SendingPauseStore;
  /** Called after a change. */
  readonly onSendingChanged: () => void;
  readonly clock: Clock;
}

/** Pauses all sending of this instance, and resumes it. */
export function sendingRoutes({
  sendingPause,
  onSendingChanged,
  clock,
}: SendingRouteParts): readonly Route[] {
  return [
    route(sendingOperations.read, {
      access: 'admin',
      summary: 'Tell whether sending is paused.',
      handler: () => ({ status: 200, body: presentSending(sendingPause) }),
    }),
    route(sendingOperations.change, {
      access: 'admin',
      summary: 'Pause all sending, or resume it.',
      description:
        'While it is paused, messages are accepted as always and their deliveries keep their place; requests in flight finish. It stays paused after a restart. Once resumed, each endpoint continues at its limit, without a burst.',
      async handler({ body }) {
        await sendingPause.set(body.paused ? clock.now() : null);
        onSendingChanged();
        return { status: 200, body: presentSending(sendingPause) };
      },
    }),
  ];
}
