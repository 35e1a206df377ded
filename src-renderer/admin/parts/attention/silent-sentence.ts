import { localTime } from '../../../../src-server/contract/local-time';
import type { SilentPoller } from '../../data/attention/silent-pollers';
import { counted } from '../traffic/format-amount';

/** Who no longer polls and since when, and what waits there. */
export function silentSentence({ consumers }: Pick<SilentPoller, 'consumers'>, nowMs: number): string {
  const [first, ...others] = consumers;
  if (!first) return '';
  const more =
    others.length === 0
      ? ''
      : `, as ${others.length === 1 ? 'is' : 'are'} ${counted(others.length, 'more consumer')}`;
  const beyond = first.lagIsMore ? 'More than ' : '';
  const waiting = `${beyond}${counted(first.lag, 'message')} waiting`;
  const oldest =
    first.lagSince === null ? '' : `, the oldest since ${localTime(Date.parse(first.lagSince), nowMs)}`;
  const since = localTime(Date.parse(first.lastPolledAt), nowMs);
  return `Consumer ${first.consumer} silent since ${since}${more}. ${waiting}${oldest}.`;
}
