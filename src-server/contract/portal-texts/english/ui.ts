import type { StatusText } from '../../attempt';
import type { AttemptCause } from '../../attempt-cause';
import { icu } from '../icu';

const PAYLOAD = {
  label: 'Payload to check',
  placeholder: '"paste": "a payload"',
  hint: 'Checks against the current schema. The payload is not sent or stored.',
  check: 'Check payload',
  notChecked: 'The payload could not be checked',
  fits: 'Payload matches the schema',
  unknown: 'The payload could not be checked',
  violation: icu<'places'>(
    '{places, plural, one {Payload violates the schema} other {Payload violates the schema in # places}}',
  ),
  whole: 'the payload',
  line: icu<'line'>('line {line, number}'),
  alternative: icu<'position' | 'label' | 'count'>(
    'Alternative {position, number}{label, select, none {} other {, {label}}}: {count, plural, one {# violation} other {# violations}}',
  ),
  fault: icu<'line' | 'column'>('JSON has an error at line {line, number}, column {column, number}'),
  removeInvisible: 'Remove invisible characters',
  markFits: 'matches the schema',
  markUnknown: 'could not be checked',
  markViolation: 'violates the schema:',
  markMore: icu<'count'>(' and {count, number} more'),
  variants: 'Example variant',
  authors: 'custom example',
};

const SCHEMA = {
  collapse: 'Collapse all',
  expand: 'Expand all',
  levels: icu<'levels'>('{levels, plural, other {# levels}}'),
  linkCopied: 'Link copied',
  linkTo: icu<'path'>('Link to {path}'),
  lost: icu<'path'>('The link points to {path}, but this schema has no such field.'),
  required: 'required',
  deprecated: 'deprecated',
  again: 'again',
  asIn: icu<'label'>(', as in {label}'),
  keysThatMatch: 'matching keys',
  moreRows: icu<'count'>('{count, number} more not shown'),
  otherValues: icu<'count'>('{count, plural, one {The other value} other {The other # values}}'),
  showVendorKeys: icu<'count'>(
    '{count, plural, one {Show # vendor key (x-…)} other {Show # vendor keys (x-…)}}',
  ),
  hideVendorKeys: 'Hide vendor keys',
  moreValues: icu<'count'>(' and {count, number} more'),
};

/** The texts of the parts that the portal shares with other pages. */
export const UI_TEXTS = {
  close: 'Close',
  choose: 'Choose',
  optional: '(optional)',
  tryAgain: 'Try again',
  now: 'now',
  reading: icu<'what'>('Loading {what}'),
  copy: 'Copy',
  copied: 'Copied',
  copyRefused: 'Not allowed',
  copyThing: icu<'what'>('Copy {what}'),
  copiedThing: icu<'what'>('Copied {what}'),
  copyRefusedThing: 'The browser blocked copying',
  clearSearch: 'Clear search',
  searchIn: icu<'label'>('Search {label}'),
  clearFilter: icu<'label'>('Clear {label}'),
  nothingMatches: 'No match in the list.',
  featureFlag: 'Feature flag',
  exampleOf: icu<'name'>('Example of {name}'),
  tones: { info: 'Note', done: 'Done', warning: 'Warning', error: 'Error' },
  status: {
    success: 'Delivered',
    pending: 'Waiting',
    fail: 'Failed',
    sending: 'Retrying',
    canceled: 'Canceled',
  } satisfies Record<StatusText, string>,
  /** How long something takes. */
  duration: {
    moment: 'under a second',
    seconds: icu<'count'>('about {count, number} s'),
    minutes: icu<'count'>('about {count, number} min'),
    hours: icu<'count'>('about {count, number} h'),
  },
  /** What was typed into a form that was left without saving. */
  draft: {
    restored: 'Restored what you typed before',
    startOver: 'Start over',
    kept: 'Not saved. What you typed will be here when you open it again',
  },
  /** Deleting something after its name has been typed. */
  deleteByName: {
    act: icu<'what'>('Delete {what}'),
    final: 'This cannot be undone.',
    type: icu<'name'>('Type {name} to confirm'),
    keep: 'Cancel',
    failed: 'Nothing was deleted',
  },
  /** A form whose field somebody else has changed. */
  conflict: {
    title: 'Someone else changed this while you were editing',
    text: 'Nothing was saved, and your text is kept. Choose which value to keep, then save again.',
    mine: icu<'field'>('{field}, yours'),
    theirs: icu<'field'>('{field}, stored now'),
    which: icu<'field'>('{field}: which to keep'),
    keepMine: 'Keep mine',
    keepTheirs: 'Keep the stored one',
  },
  /** Why an attempt got no response. */
  causes: {
    timeout: 'timeout',
    refused: 'refused',
    dns: 'DNS',
    tls: 'TLS',
    unreachable: 'unreachable',
    closed: 'closed',
    invalid: 'invalid',
    blocked: 'blocked',
    proxy: 'proxy',
    unknown: 'no response',
  } satisfies Record<Exclude<AttemptCause, 'http'>, string>,
  /** Why a call failed, by the code of the API, for readers of another language than the English of the server's own sentence. */
  failures: {
    unreachable: 'The server is not responding. Try again in a moment.',
    authentication_failed: 'Your link is no longer valid. Open it again, or ask for a new one.',
    'insufficient access': 'Your link does not allow this.',
    token_kind: 'Your link does not allow this.',
    not_found: 'It is not there any more.',
    conflict: 'It was changed in the meantime. Load the page again.',
    precondition_failed: 'It was changed in the meantime. Load the page again.',
    endpoint_disabled: 'The endpoint is disabled. Enable it first.',
    limit_reached: 'The limit for this is reached.',
    payload_too_large: 'It is too large.',
    too_complex: 'It is too complex.',
    too_many_requests: 'Too many requests. Wait a moment, then try again.',
    server_error: 'The server made a mistake. Try again later.',
    unavailable: 'The server is not available now. Try again in a moment.',
    outcome_unknown: 'It is not known whether this was done. Load the page again to see.',
    disk_full: 'The server cannot store anything now. Try again later.',
    unexpected_answer: 'The response could not be read. Try again in a moment.',
    page_fault: 'Something went wrong on this page. Load it again.',
  },
  pace: {
    pauseTitle: 'The receiver asked for a pause',
    pause: icu<'at'>('It responded with Retry-After. The next message is sent {at}. Nothing is lost.'),
    slowTitle: 'Slower than the limit',
    slowText: icu<'rate' | 'limit'>(
      'The receiver was overloaded repeatedly, so it now gets {rate, number} messages per second instead of {limit, number}. The rate rises again while it responds.',
    ),
  },
  /** A message that failed at an endpoint in strict order. */
  blocked: {
    /** `message`: a link to it; `at`: when it is tried next. */
    title: icu<'message' | 'attempt' | 'of' | 'at'>(
      'Blocked by {message}, attempt {attempt, number} of {of, number} at {at}',
    ),
    titleNow: icu<'message' | 'attempt' | 'of'>(
      'Blocked by {message}, attempt {attempt, number} of {of, number} now',
    ),
    text: 'Strict order: nothing else is sent until this message is delivered, given up or skipped.',
    retry: 'Retry now',
    skip: 'Skip it',
    skipText:
      'The message is given up, and the next one is sent at once. If you resend it later, it arrives after newer messages.',
    keep: 'Cancel',
    skipConfirm: 'Skip the message',
    notRetried: 'The message was not sent again',
    notSkipped: 'The message was not skipped',
  },
  schema: SCHEMA,
  payload: PAYLOAD,
};
