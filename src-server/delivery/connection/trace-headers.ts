import { randomBytes } from 'node:crypto';
import type { TraceContext } from '../../storage/trace-context';
import type { NoteHeaders } from './deprecation-headers';
import { linesOfRequest } from './header-lines';
import type { Target } from './target';

const SPAN_ID_BYTES = 8;
const OF_TRACES = /^trace(?:parent|state)$/i;

/**
 * Adds to what a request says that the trace of its message goes on here: each attempt is a span of its own. Nothing is
 * added where the endpoint sets these headers itself.
 */
export function withTrace(
  note: NoteHeaders | undefined,
  { traceparent, tracestate }: TraceContext,
  { headers: own }: Pick<Target, 'headers'>,
): NoteHeaders | undefined {
  if (own.some((text, at) => at % 2 === 0 && OF_TRACES.test(text))) return note;
  const spanId = randomBytes(SPAN_ID_BYTES).toString('hex');
  const headers = ['traceparent', `${traceparent.slice(0, 36)}${spanId}${traceparent.slice(-3)}`];
  if (tracestate !== null) headers.push('tracestate', tracestate);
  const lines = linesOfRequest(headers);
  return note ? { headers: note.headers.concat(headers), lines: note.lines + lines } : { headers, lines };
}
