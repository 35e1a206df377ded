import type { EndpointRecord } from '../storage/endpoint-record';
import type { Entry, Lane } from './lane';

/** A send on its way. */
export class Send {
  readonly lane: Lane;
  readonly entry: Entry;
  readonly endpoint: EndpointRecord;
  readonly url: string;
  /** When it left the window, on the monotonic clock. */
  readonly startedUs: number;
  writtenUs = 0;
  /** What the pacer calls it; -1: it was not written yet. */
  pacedAs = -1;

  constructor(lane: Lane, entry: Entry, endpoint: EndpointRecord, url: string, startedUs: number) {
    this.lane = lane;
    this.entry = entry;
    this.endpoint = endpoint;
    this.url = url;
    this.startedUs = startedUs;
  }
}
