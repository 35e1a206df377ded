import type { TrafficSink } from '../live/traffic-sink';

/** Measures what goes to customers: passes on everything except what concerns an operational endpoint. */
export function customerTraffic(
  sink: TrafficSink,
  isOperational: (endpointId: string) => boolean,
): TrafficSink {
  return {
    begin: (queues, later, look, ...rest) =>
      sink.begin(
        queues.filter(({ endpointId }) => !isOperational(endpointId)),
        later.filter(({ endpointId }) => !isOperational(endpointId)),
        (endpointId) => (isOperational(endpointId) ? undefined : look(endpointId)),
        ...rest,
      ),
    accepted: () => sink.accepted(),
    arrived: (endpointId, dueAt) => {
      if (!isOperational(endpointId)) sink.arrived(endpointId, dueAt);
    },
    madeDue: (endpointId, count) => {
      if (!isOperational(endpointId)) sink.madeDue(endpointId, count);
    },
    sent: (endpointId, delayMs, isFirst) => {
      if (!isOperational(endpointId)) sink.sent(endpointId, delayMs, isFirst);
    },
    ended: (endpointId, attempt) => {
      if (!isOperational(endpointId)) sink.ended(endpointId, attempt);
    },
    dropped: (endpointId) => {
      if (!isOperational(endpointId)) sink.dropped(endpointId);
    },
    waits: (endpointId, count) => {
      if (!isOperational(endpointId)) sink.waits(endpointId, count);
    },
    left: (endpointId) => {
      if (!isOperational(endpointId)) sink.left(endpointId);
    },
    forget: (endpointId) => {
      if (!isOperational(endpointId)) sink.forget(endpointId);
    },
  };
}
