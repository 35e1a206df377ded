/** The W3C trace context of the request that created a message. */
export interface TraceContext {
  /** In the form of version 00: `00-`, trace id, span id of whoever made the request, and flags. */
  readonly traceparent: string;
  /** What the tracing systems on the way added. Null: nothing. */
  readonly tracestate: string | null;
}

/** The id of the trace: 32 hexadecimal digits. */
export function traceIdOf({ traceparent }: Pick<TraceContext, 'traceparent'>): string {
  return traceparent.slice(3, 35);
}

/** The same in SQL, as the index has it. @param column `traceparent` of a message */
export function traceIdIn(column: string): string {
  return `substr(${column}, 4, 32)`;
}
