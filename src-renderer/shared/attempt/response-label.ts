import type { AttemptOut } from '../../../src-server/contract/attempt';
import { UI_LABELS } from '../../ui/ui-labels';

/** What a receiver answered; `cause` is absent on instances that do not report it. */
type Responded = Pick<AttemptOut, 'responseStatusCode'> & { readonly cause?: AttemptOut['cause'] };

/** The response to an attempt in a word or two, the same in every list: `HTTP 503`, or why there was none. */
export function responseLabel({ responseStatusCode, cause }: Responded, words = UI_LABELS.causes): string {
  if (responseStatusCode !== 0) return `HTTP ${responseStatusCode}`;
  return words[cause == null || cause === 'http' ? 'unknown' : cause];
}
