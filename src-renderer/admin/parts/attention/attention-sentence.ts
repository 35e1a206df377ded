import type { AttentionOut, FailureCause } from '../../../../src-server/contract/attention';
import { GIVEN_UP_MOST } from '../../../../src-server/contract/attention';
import { localTime } from '../../../../src-server/contract/local-time';
import { aboutHowLong } from '../../../ui/about-how-long';
import { capitalize } from '../../../ui/capitalize';
import { relativeTime } from '../../../ui/time';

const number = new Intl.NumberFormat('en');

/** What is wrong and since when, what it holds up, and what comes next, without the name of the endpoint. */
export function attentionSentence(row: AttentionOut, nowMs: number): string {
  if (row.waitMs !== null) return `Delayed: ${waitingText(row)}, ${aboutHowLong(row.waitMs / 1000)}.`;
  return [whyText(row, nowMs), countText(row), nextText(row, nowMs)]
    .filter(Boolean)
    .map((part) => `${capitalize(part)}.`)
    .join(' ');
}

function whyText({ causes, disabledReason, since }: AttentionOut, nowMs: number): string {
  const from = since === null ? '' : ` since ${localTime(Date.parse(since), nowMs)}`;
  if (disabledReason === 'receiver') return `disabled${from} at the request of its receiver`;
  const [newest, ...others] = causes.map(causeText);
  const why = newest === undefined ? '' : `: ${[newest, ...others].join(', also ')}`;
  return `failing${from}${why}`;
}

function causeText({ responseStatusCode, reason }: FailureCause): string {
  if (responseStatusCode !== 0) return `HTTP ${responseStatusCode}`;
  return reason === '' ? 'no response' : reason;
}

function countText(row: AttentionOut): string {
  const { givenUp } = row;
  if (givenUp === 0) return row.waiting === 0 ? 'no messages waiting' : waitingText(row);
  const more = givenUp >= GIVEN_UP_MOST ? 'at least ' : '';
  const messages = givenUp === 1 ? 'message' : 'messages';
  return `${more}${number.format(givenUp)} ${messages} given up, ${waitingText(row)}`;
}

function waitingText({ waiting }: AttentionOut): string {
  return `${waiting === 0 ? 'none' : number.format(waiting)} waiting`;
}

function nextText({ state, disabledReason, nextAttempt }: AttentionOut, nowMs: number): string {
  if (disabledReason === 'failing') return 'disabled because every attempt failed';
  if (state === 'disabled') return '';
  if (state === 'paused') return 'paused: nothing is sent until you resume it';
  if (nextAttempt === null) return 'will be tried with the next message';
  return `next attempt ${relativeTime(Math.max(Date.parse(nextAttempt), nowMs), nowMs)}`;
}
