import type { IncomingHttpHeaders } from 'node:http';
import type { SettingsOut } from '../../contract/settings';
import type { TraceContext } from '../../storage/trace-context';

/** Version, trace id, span id and flags; in a later version, more may follow. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The flags that are defined: sampled, and a random trace id. Others are not passed on. */
const KNOWN_FLAGS = 0b11;
const MEMBER =
  /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MEMBERS_MAX = 32;
/** Characters that everybody has to pass on. */
const TRACESTATE_MAX = 512;
const LONG_MEMBER = 128;

/**
 * The trace that a request is part of, by the rules of W3C Trace Context. A `traceparent` or a `tracestate` that is not
 * valid counts as absent: those who create messages often do not know that something on the way adds them.
 * @returns null: none, or the settings want none
 */
export function readTraceContext(
  { traceparent, tracestate }: IncomingHttpHeaders,
  { passTraceContext }: Pick<SettingsOut, 'passTraceContext'>,
): TraceContext | null {
  if (traceparent === undefined || !passTraceContext) return null;
  const [, version, traceId, spanId, flags = '', more] = TRACEPARENT.exec(String(traceparent)) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return null;
  const known = (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16);
  return {
    traceparent: `00-${traceId}-${spanId}-0${known}`,
    tracestate: tracestate === undefined ? null : readTracestate(String(tracestate)),
  };
}

function readTracestate(text: string): string | null {
  const members = text.split(',').map(withoutBlanks).filter(Boolean);
  if (members.length > MEMBERS_MAX || !members.every((member) => MEMBER.test(member))) return null;
  while (members.join().length > TRACESTATE_MAX) {
    // As the specification wants it: first those that are long, then from the end.
    const long = members.findLastIndex(({ length }) => length > LONG_MEMBER);
    members.splice(long < 0 ? members.length - 1 : long, 1);
  }
  return members.join() || null;
}

function withoutBlanks(member: string): string {
  return member.replace(/^[ \t]+|[ \t]+$/g, '');
}
