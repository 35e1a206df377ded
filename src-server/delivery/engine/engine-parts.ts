import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { TrafficSink } from '../../live/traffic-sink';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import type { NoteHeaders } from '../connection/deprecation-headers';
import type { ShortageWatch } from '../connection/resource-shortage';
import type { Sender } from '../connection/sender';
import type { Target } from '../connection/target';
import type { EndpointDirectory } from '../endpoints/endpoint-directory';
import type { Content } from '../endpoints/entry-queue';
import type { OtherSenders, SendRight } from '../endpoints/send-right';
import type { Capacity } from './capacity';
import type { NetworkWatch } from './network-watch';
import type { AttemptRecorder } from './record-attempt';

/** What the engine works with. */
export interface EngineParts {
  readonly clock: Clock;
  /** Milliseconds since 1970, never going backwards; due times are measured by it. */
  readonly now: () => number;
  readonly log: Log;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  readonly sender: Sender;
  readonly recorder: AttemptRecorder;
  readonly shortages: ShortageWatch;
  readonly network: NetworkWatch;
  readonly traffic: TrafficSink;
  readonly capacity: Capacity;
  /** Which endpoints this process sends to. */
  readonly sendRight: SendRight;
  /** Who sends to the others. */
  readonly otherSenders: OtherSenders;
  /** True: only the `webhook-*` headers are sent. Read for each send. */
  readonly whitelabel: () => boolean;
  /** What a request says about its event type and its trace. Undefined: nothing. Called for each send. */
  readonly noteOf: (content: Content, target: Target) => NoteHeaders | undefined;
  /** Disables an endpoint whose receiver wants no more, permanently; resolves when that is on disk. */
  readonly disableEndpoint: (endpointId: string) => Promise<void>;
}
