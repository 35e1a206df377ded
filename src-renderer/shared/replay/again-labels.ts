import { aboutHowLong } from '../../ui/about-how-long';

const number = new Intl.NumberFormat('en-GB');
const messages = (count: number) => `${number.format(count)} ${count === 1 ? 'message' : 'messages'}`;

/** The texts of the sheet that sends messages again, and of its receipts. */
export const AGAIN_LABELS = {
  title: 'Send again',
  cancel: 'Cancel',
  accepted: 'Accepted within',
  spans: {
    chosen: 'Chosen span',
    '8h': '8 hours',
    '1d': '1 day',
    '3d': '3 days',
    '7d': '7 days',
    '14d': '2 weeks',
  },
  chosenSpan: (since: string, until: string) => `From ${since} to ${until}.`,
  openSpan: 'Waiting messages of any age, others from the last two weeks.',
  filter: (words: string) => `Only ${words}.`,
  clearFilter: 'Clear the filter',
  which: 'Which messages',
  scopes: {
    waiting: 'Waiting for retry: retry now',
    'given-up': 'Given up',
    'never-sent': 'Never sent',
    delivered: 'Delivered',
  },
  meanings: {
    waiting: 'An extra attempt now (ignores Retry-After). The next automatic attempt stays at its time.',
    'given-up': 'All attempts failed, or they were canceled. Starts the retry schedule over.',
    'never-sent': 'Matched by the current filter, but not when accepted.',
    delivered: 'Already delivered; will be delivered again with the same webhook-id.',
  },
  notSent: 'A message that was never sent has no response to filter by.',
  counting: 'counting',
  notCounted: (scope: string) => `Not counted: ${scope}`,
  takes: (seconds: number | null, rate: number | null, isPaused: boolean) => {
    if (isPaused) return 'held until it is resumed';
    if (seconds === null) return 'as fast as the receiver responds';
    return `${aboutHowLong(seconds)} at ${rate === null ? 'the limit' : `${number.format(rate)}/s`}`;
  },
  left: (waiting: number, removed: number, isRetry: boolean) =>
    [
      waiting > 0
        ? `${number.format(waiting)} ${isRetry ? 'already due, or on hold' : 'already waiting'}`
        : '',
      removed > 0 ? `${number.format(removed)} left out, their content was removed` : '',
    ].filter(Boolean),
  /** The way out is beside it. */
  disabled: (url: string, count: number) =>
    `${url} is disabled: ${messages(count)} there ${count === 1 ? 'is' : 'are'} left out.`,
  enableFirst: 'Enable it first.',
  byEndpoint: 'By endpoint',
  columns: { endpoint: 'Endpoint', messages: 'Messages', limit: 'Limit' },
  noLimit: 'none',
  none: 'Nothing to send.',
  total: (count: number, duration: string) => `${messages(count)}, ${duration}.`,
  twice: 'A receiver that has processed one of these messages gets it twice, with the same webhook-id.',
  start: (count: number) => (count === 0 ? 'Send again' : `Send ${number.format(count)} again`),
  notStarted: 'Some were not started',
  nothingStarted: 'Nothing was sent again',
  queued: (count: number) => `${messages(count)} queued`,
  soFar: (count: number) => `${messages(count)} queued so far`,
  thenFailed: (count: number) => `${messages(count)} queued, then it failed`,
  thenStopped: (count: number) => `${messages(count)} queued, then it was stopped`,
  stop: 'Stop',
  notStopped: 'It was not stopped',
  background: 'Continue in background',
  done: 'Done',
  kept: 'Sent within the rate limit. You can find this later on the endpoint page.',
  recentNotRead: 'Earlier receipts could not be read',
  tasks: {
    'endpoint.retry-now': 'Waiting for retry',
    'endpoint.recover': 'Given up',
    'endpoint.replay': 'Never sent',
    'endpoint.bulk-replay': 'Delivered',
  } as Readonly<Record<string, string>>,
  states: { running: 'Running', failed: 'Failed', finished: 'Finished', stopped: 'Stopped' },
  bar: 'Messages checked',
  progress: (queued: number, found: number) => `${number.format(queued)} of ${number.format(found)} queued`,
  skipped: (waiting: number, removed: number, changed: number) =>
    [
      waiting > 0 ? `${number.format(waiting)} already waiting` : '',
      removed > 0 ? `${number.format(removed)} without content` : '',
      changed > 0 ? `${number.format(changed)} changed in the meantime` : '',
    ].filter(Boolean),
  started: 'started',
};

/** Those texts, in the words of a page. */
export type AgainLabels = typeof AGAIN_LABELS;
