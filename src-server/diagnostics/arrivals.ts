/** One request at the built-in receiver. */
export interface Arrival {
  /** The id of the message. */
  readonly id: string;
  /** On the monotonic clock, in microseconds. */
  readonly atUs: number;
}

/** The built-in receiver, as an experiment needs it. */
export interface ArrivalWatch {
  /** Calls `listener` for each request to a bin, until the returned function is called. */
  watch(bin: string, listener: (arrival: Arrival) => void): () => void;
  /** Deletes what a bin has received. */
  clear(bin: string): void;
}
