import type { TrafficSink } from '../../src-server/live/traffic-sink';

const nothing = (): void => undefined;

/** For tests that are not about traffic: it counts nothing and sets no timer. */
export const SILENT_TRAFFIC: TrafficSink = {
  begin: nothing,
  accepted: nothing,
  arrived: nothing,
  madeDue: nothing,
  sent: nothing,
  ended: nothing,
  dropped: nothing,
  waits: nothing,
  left: nothing,
  forget: nothing,
};
