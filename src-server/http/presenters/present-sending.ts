import { toIsoTime } from '../../base/clock';
import type { SendingOut } from '../../contract/sending';
import type { SendingPauseStore } from '../../storage/installation/sending-pause-store';

/** Whether all sending is paused. */
export function presentSending(sendingPause: Pick<SendingPauseStore, 'since'>): SendingOut {
  const since = sendingPause.since();
  return { paused: since !== null, since: since === null ? null : toIsoTime(since) };
}
