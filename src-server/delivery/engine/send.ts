import type { EndpointRecord } from '../../storage/endpoint-record';
import type { Entry } from '../endpoints/entry-queue';
import type { EndpointQueue } from './endpoint-queue';

type Started = Pick<Send, 'queue' | 'entry' | 'endpoint' | 'url' | 'startedUs' | 'fence'>;

/** A send in flight. */
export class Send {
  readonly queue: EndpointQueue;
  readonly entry: Entry;
  readonly endpoint: EndpointRecord;
  readonly url: string;
  /** When it left the window, on the monotonic clock. */
  readonly startedUs: number;
  writtenUs = 0;
  /** See `SendRight.fenceOf`. */
  readonly fence: number | null;
  /** The pacer's id for it; -1: it is not written yet. */
  pacedAs = -1;

  constructor({ queue, entry, endpoint, url, startedUs, fence }: Started) {
    this.queue = queue;
    this.entry = entry;
    this.endpoint = endpoint;
    this.url = url;
    this.startedUs = startedUs;
    this.fence = fence;
  }
}
