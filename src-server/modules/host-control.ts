import type { Timer } from '../base/clock';
import { networkSentence } from '../contract/network-sentence';
import { networkOut } from '../http/network-out';
import { type EndpointTrouble, TroubleWatch } from '../live/trouble-watch';
import type { Foundation } from './foundation';
import type { Sending } from './sending';

/** What the program around a server shows of it, at one moment. */
export interface ServerLoad {
  /** Requests on their way. */
  readonly inFlight: number;
  /** Deliveries that wait, without those on their way. */
  readonly waiting: number;
  readonly sendingPaused: boolean;
  /** What is said of a computer without a network. Null: it has one. */
  readonly networkSentence: string | null;
  /** Endpoints that need a person. */
  readonly attention: number;
}

/** What the program around a server asks of it directly, without a request and a token. */
export interface HostControl {
  /** From memory. */
  load(): ServerLoad;
  /** Pauses all sending, or resumes it; on disk when it resolves. */
  pauseSending(isPaused: boolean): Promise<void>;
  /** The machine is about to sleep: no request starts that could not be answered. Ends by itself if no `wake` comes. */
  sleep(): void;
  /** The machine is awake: what became due meanwhile leaves now, each endpoint at its limit. */
  wake(): void;
  /** See `TroubleWatch.subscribe`. */
  onTrouble(listener: (troubles: readonly EndpointTrouble[]) => void): () => void;
}

/** A sleep that was called off, or whose end nobody reported, must not hold deliveries forever. */
const LONGEST_SLEEP_MS = 30_000;

/** @returns also the service that it needs, to be started with the others */
export function createHostControl({ clock, log }: Foundation, { stores, parts }: Sending) {
  const { delivery, traffic, onSendingChanged } = parts;
  const watch = new TroubleWatch({
    clock,
    log,
    attention: stores.attention,
    busy: () => traffic.deliveryState(delivery.endpointIds()).endpoints,
    async describe({ appId, endpointId }) {
      const endpoint = await stores.endpoints.get(appId, endpointId);
      const application = endpoint && (await stores.applications.get(appId));
      return application ? { url: endpoint.url, appName: application.name } : null;
    },
  });
  let awake: Timer | null = null;
  const wake = () => {
    awake?.cancel();
    awake = null;
    delivery.wake();
  };
  const control: HostControl = {
    load() {
      const { inFlight } = delivery.load();
      return {
        inFlight,
        waiting: Math.max(0, traffic.queueTotal - inFlight),
        sendingPaused: stores.sendingPause.since() !== null,
        networkSentence: networkSentence(networkOut({ delivery, traffic }), clock.now()),
        attention: watch.attentionTotal,
      };
    },
    async pauseSending(isPaused) {
      await stores.sendingPause.set(isPaused ? clock.now() : null);
      onSendingChanged();
    },
    sleep() {
      delivery.sleep();
      awake?.cancel();
      awake = clock.setTimer(LONGEST_SLEEP_MS, wake);
    },
    wake,
    onTrouble: (listener) => watch.subscribe(listener),
  };
  return { control, watch };
}
