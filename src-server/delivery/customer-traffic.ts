import type { TrafficSink } from '../live/traffic-sink';

/** Measures what goes to customers: passes on everything but what concerns an operational endpoint. */
export function customerTraffic(
  sink: TrafficSink,
  isOperational: (endpointId: string) => boolean,
): TrafficSink {
  return {
    begin: (queues, look) =>
      sink.begin(
        queues.filter(({ endpointId }) => !isOperational(endpointId)),
        (endpointId) => (isOperational(endpointId) ? undefined : look(endpointId)),
      ),
    accepted: () => sink.accepted(),
    arrived: (endpointId) => {
      if (!isOperational(endpointId)) sink.arrived(endpointId);
    },
    sent: (endpointId, delayMs) => {
      if (!isOperational(endpointId)) sink.sent(endpointId, delayMs);
    },
    ended: (endpointId, outcome, final) => {
      if (!isOperational(endpointId)) sink.ended(endpointId, outcome, final);
    },
    dropped: (endpointId) => {
      if (!isOperational(endpointId)) sink.dropped(endpointId);
    },
    forget: (endpointId) => {
      if (!isOperational(endpointId)) sink.forget(endpointId);
    },
  };
}
