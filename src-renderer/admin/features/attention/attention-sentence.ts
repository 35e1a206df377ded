import type { AttentionOut, FailureCause } from '../../../../src-server/contract/attention';
import { GIVEN_UP_MOST } from '../../../../src-server/contract/attention';
import { localTime } from '../../../../src-server/contract/local-time';
import { relativeTime } from '../../../ui/time';

const number = new Intl.NumberFormat('en');

/** What is wrong and since when, what it holds up, and what comes next; a sentence without the name of the endpoint. */
export function attentionSentence(row: AttentionOut, nowMs: number): string {
  return [`${whyText(row)}${sinceText(row, nowMs)}`, ...countTexts(row), nextText(row, nowMs)]
    .filter((part) => part !== '')
    .join(', ');
}

function whyText({ causes, disabledReason }: AttentionOut): string {
  if (disabledReason === 'receiver') return 'disabled at the request of its receiver';
  const [newest, ...others] = causes.map(causeText);
  if (newest === undefined) return 'failing';
  return others.length === 0 ? newest : `${newest}, also ${others.join(' and ')}, failing`;
}

function causeText({ responseStatusCode, reason }: FailureCause): string {
  if (responseStatusCode !== 0) return `HTTP ${responseStatusCode}`;
  return reason === '' ? 'no answer' : reason;
}

function sinceText({ since }: AttentionOut, nowMs: number): string {
  if (since === null) return '';
  return ` since ${localTime(Date.parse(since), nowMs)}`;
}

function countTexts({ waiting, givenUp }: AttentionOut): string[] {
  const more = givenUp >= GIVEN_UP_MOST ? 'at least ' : '';
  return [
    waiting > 0 ? `${number.format(waiting)} waiting` : 'nothing waiting',
    ...(givenUp > 0 ? [`${more}${number.format(givenUp)} given up`] : []),
  ];
}

function nextText({ state, disabledReason, nextAttempt }: AttentionOut, nowMs: number): string {
  if (disabledReason === 'failing') return 'disabled because every attempt failed';
  if (state === 'disabled') return '';
  if (state === 'paused') return 'paused: nothing is sent until it is resumed';
  if (nextAttempt === null) return 'the next message is the next attempt';
  return `next attempt ${relativeTime(Math.max(Date.parse(nextAttempt), nowMs), nowMs)}`;
}
