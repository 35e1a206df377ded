import { expect, test } from 'vitest';
import { readTraceContext } from '../../../src-server/http/inputs/trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;
const ON = { passTraceContext: true };
const read = (traceparent: string, tracestate?: string) =>
  readTraceContext({ traceparent, ...(tracestate !== undefined && { tracestate }) }, ON);

test.each([
  ['of version 00', VALID, VALID],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
  ['with a random trace id', `00-${TRACE}-${SPAN}-03`, `00-${TRACE}-${SPAN}-03`],
  ['with flags that are not defined, which are cleared', `00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-03`],
  ['of a later version, which counts as version 00', `cc-${TRACE}-${SPAN}-01`, VALID],
  ['of a later version that says more', `cc-${TRACE}-${SPAN}-01-what-comes-next`, VALID],
  ['of a later version that says nothing more', `01-${TRACE}-${SPAN}-01-`, VALID],
])('a traceparent %s is read', (_what, given, traceparent) => {
  expect(read(given)).toEqual({ traceparent, tracestate: null });
});

test.each([
  ['empty', ''],
  ['of the version that is forbidden', `ff-${TRACE}-${SPAN}-01`],
  ['of version 00 that says more', `${VALID}-more`],
  ['of version 00 with a dash at its end', `${VALID}-`],
  ['of a later version with more behind no dash', `cc-${TRACE}-${SPAN}-01.more`],
  ['with a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['with a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['in capital letters', VALID.toUpperCase()],
  ['with a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['with a long trace id', `00-${TRACE}0-${SPAN}-01`],
  ['with a short span id', `00-${TRACE}-${SPAN.slice(1)}-01`],
  ['with one digit of flags', `00-${TRACE}-${SPAN}-1`],
  ['with three digits of flags', `00-${TRACE}-${SPAN}-001`],
  ['with one digit of version', `0-${TRACE}-${SPAN}-01`],
  ['with letters that are no digits', `00-${TRACE.replace('4', 'g')}-${SPAN}-01`],
  ['without its flags', `00-${TRACE}-${SPAN}`],
  ['that came twice', `${VALID}, ${VALID}`],
])('a traceparent %s counts as absent', (_what, given) => {
  expect(read(given, 'a=1')).toBeNull();
});

const members = (count: number) => Array.from({ length: count }, (_, n) => `k${n}=v`).join(',');

test.each([
  ['of one member', 'rojo=00f067aa0ba902b7', 'rojo=00f067aa0ba902b7'],
  ['of several, in their order', 'b=2,a=1', 'b=2,a=1'],
  ['with blanks around members', 'a=1 ,\t b=2', 'a=1,b=2'],
  ['with empty members', ',a=1,,b=2, ,', 'a=1,b=2'],
  ['with a key of a tenant', 'fw529a3039@dt=x', 'fw529a3039@dt=x'],
  ['with a key that begins with a digit', '0a=1', '0a=1'],
  ['with blanks within a value', 'a=1 2', 'a=1 2'],
  ['of 32 members', members(32), members(32)],
  ['of the longest key', `${'k'.repeat(256)}=v`, `${'k'.repeat(256)}=v`],
])('a tracestate %s is read', (_what, given, tracestate) => {
  expect(read(VALID, given)).toEqual({ traceparent: VALID, tracestate });
});

test.each([
  ['that is empty', ''],
  ['of 33 members', members(33)],
  ['with a member without a value', 'a=1,b'],
  ['with an empty value', 'a='],
  ['with a capital letter in a key', 'A=1'],
  ['with an equals sign in a value', 'a=1=2'],
  ['with a key that is too long', `${'k'.repeat(257)}=v`],
  ['with a value that is too long', `a=${'v'.repeat(257)}`],
  ['with a letter that is not ASCII', 'a=é'],
])('a tracestate %s counts as absent, and the trace goes on without it', (_what, given) => {
  expect(read(VALID, given)).toEqual({ traceparent: VALID, tracestate: null });
});

test('of a long tracestate, members of more than 128 characters go first, then those at its end', () => {
  const short = (name: string) => `${name}=${'v'.repeat(98)}`;
  const long = `long=${'v'.repeat(124)}`;
  const given = ['a', 'b', 'c'].map(short).concat(long, ['d', 'e', 'f'].map(short));
  expect(read(VALID, given.join())?.tracestate).toBe(['a', 'b', 'c', 'd', 'e'].map(short).join());
  const kept = [short('a'), long, short('b'), short('c')].join();
  expect(read(VALID, kept)?.tracestate).toBe(kept);
});

test('no trace is kept without a traceparent, or while the setting is off', () => {
  expect(readTraceContext({ tracestate: 'a=1' }, ON)).toBeNull();
  expect(readTraceContext({ traceparent: VALID }, { passTraceContext: false })).toBeNull();
});
