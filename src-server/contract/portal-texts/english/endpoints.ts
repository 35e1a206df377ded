import { icu } from '../icu';
import { ADVICE_TEXTS } from './advice';
import { AGAIN_TEXTS } from './again';
import { FORM_TEXTS, SENDING_TEXTS } from './form';
import { PICKER_TEXTS } from './picker';
import { POLLING_TEXTS } from './polling';

/** The texts of the list, the form and the pages of endpoints. */
export const ENDPOINT_TEXTS = {
  title: 'Endpoints',
  lead: 'URLs of your software that receive events.',
  sum: icu<'troubled' | 'all'>(
    '{troubled, plural, =0 {No endpoint needs attention.} one {# of {all, plural, one {# endpoint} other {# endpoints}} needs attention.} other {# of {all, plural, one {# endpoint} other {# endpoints}} need attention.}}',
  ),
  add: 'Add endpoint',
  what: 'your endpoints',
  oneWhat: 'the endpoint',
  notRead: 'Your endpoints could not be loaded',
  oneNotRead: 'The endpoint could not be loaded',
  empty: 'No endpoints yet',
  emptyText: icu<'example'>(
    'An endpoint is a URL such as {example}. It receives each event you choose as a signed HTTP POST request.',
  ),
  all: 'All endpoints',
  columns: { endpoint: 'Endpoint', health: 'State', rate: 'Delivered (24 h)', events: 'Events' },
  health: {
    failing: 'Failing',
    delayed: 'Delayed',
    recovering: 'Recovering',
    queued: 'Queued',
    active: 'Active',
    paused: 'Paused',
    disabled: 'Disabled',
    idle: 'Idle',
  },
  rate: icu<'ratio' | 'total' | 'partial'>(
    '{ratio, number, percent} of {partial, select, true {≥ } other {}}{total, number}',
  ),
  noTraffic: 'nothing sent',
  allEvents: 'All events',
  allEventsLater: 'All events, including future ones',
  filter: {
    names: icu<'names'>('{names, plural, one {# event type} other {# event types}}'),
    groups: icu<'count' | 'groups'>(
      '{count, plural, =1 {all of {groups}} =2 {all of {groups}} other {# whole groups}}',
    ),
    both: icu<'count' | 'groups' | 'names'>(
      '{count, plural, =1 {all of {groups}} =2 {all of {groups}} other {# whole groups}} and {names, number} more',
    ),
  },
  wholeGroup: icu<'group'>('all of {group}, including future ones'),
  hiddenTypes: icu<'count'>(
    '{count, plural, one {and one that is not in your catalog} other {and # that are not in your catalog}}',
  ),
  form: FORM_TEXTS,
  tabs: { label: 'Endpoint', overview: 'Overview', test: 'Test', settings: 'Settings' },
  acts: {
    edit: 'Edit',
    remove: 'Delete',
    failed: 'The endpoint was not changed',
    keep: 'Cancel',
    deleteTitle: 'Delete this endpoint?',
    deleteText: icu<'url'>(
      'Nothing more is sent to {url}, including waiting messages. Its signing secret is deleted permanently. To stop temporarily, pause the endpoint instead.',
    ),
    deleteType: icu<'name'>('Type {name} to confirm'),
    delete: 'Delete endpoint',
    notDeleted: 'The endpoint was not deleted',
  },
  sending: { label: 'Sending', ...SENDING_TEXTS },
  held: {
    paused: 'Paused: nothing is sent. New messages wait until you resume the endpoint.',
    disabled: 'Disabled: nothing is sent. New messages wait until the endpoint is enabled.',
    byFailing:
      'The endpoint was disabled because all attempts failed. Fix your software, test the endpoint, then enable it.',
    byReceiver: 'Your software asked for this with a 410 response or a header.',
  },
  failingSince: icu<'since'>('No successful attempt since {since}.'),
  facts: {
    events: 'Events',
    speed: 'Rate limit',
    added: 'Added',
    id: 'Identifier',
    own: icu<'rate'>('At most {rate, plural, one {# message} other {# messages}} per second, set here'),
    inherited: icu<'rate'>(
      'At most {rate, plural, one {# message} other {# messages}} per second, from your account',
    ),
    none: 'No limit',
  },
  deliveries: {
    title: 'Deliveries',
    span: 'last 28 days',
    none: 'None yet.',
    notRead: 'The deliveries could not be counted',
    waiting: icu<'count' | 'partial'>('{partial, select, true {≥ } other {}}{count, number} waiting.'),
    waitingFor: icu<'count' | 'partial' | 'duration'>(
      '{partial, select, true {≥ } other {}}{count, number} waiting, sent in {duration}.',
    ),
    retrying: icu<'count' | 'partial'>(
      '{partial, select, true {≥ } other {}}{count, number} failed and will be retried automatically.',
    ),
  },
  activity: {
    title: 'Last 24 hours',
    overall: 'All endpoints, last 24 hours',
    none: 'Nothing was sent in the last 24 hours.',
    sentence: icu<'arrived' | 'failed'>(
      '{arrived, plural, one {# attempt} other {# attempts}} succeeded, {failed, number} failed.',
    ),
    table: 'As a table',
    time: 'From',
    arrived: 'Delivered',
    failed: 'Failed',
  },
  again: {
    ...AGAIN_TEXTS,
    text: 'Send earlier messages again: those that wait for a retry, failed ones, or ones that this endpoint did not receive.',
    openSpan: 'Waiting messages of any age, others from the last two weeks.',
    scopes: { ...AGAIN_TEXTS.scopes, 'given-up': 'Failed' },
    tasks: { ...AGAIN_TEXTS.tasks, 'endpoint.recover': 'Failed messages' },
    meanings: {
      ...AGAIN_TEXTS.meanings,
      'never-sent': 'Matched by the events you choose here now, but not when accepted.',
      delivered: 'Already delivered. Each arrives a second time with the same webhook-id.',
    },
    twice:
      'If your software processed a message but failed to respond, it gets the message twice, with the same webhook-id.',
    kept: 'Sent within the rate limit of this endpoint.',
  },
  test: {
    title: 'Send an example',
    text: 'Sends the signed example of an event to this endpoint only.',
    type: 'Event type',
    send: 'Send example',
    sending: 'Sending',
    notSent: 'No example was sent',
    notRead: 'The example could not be loaded',
    disabled: 'A disabled endpoint accepts no examples. Enable it first.',
    paused: 'The endpoint is paused: the example waits until you resume it.',
    ping: 'Test event (ping)',
    preview: 'Payload',
    again: 'Send again',
    notSentAgain: 'The event was not sent again',
    waitsFor: 'Waiting for a response',
    open: 'Open the message',
    responded: icu<'code' | 'ms'>('HTTP {code} after {ms} ms'),
    noResponse: icu<'cause'>('No response: {cause}'),
    response: 'Response',
    advice: ADVICE_TEXTS,
  },
  secret: {
    title: 'Signing secret',
    text: 'Signs every request. Verify the signature before you trust a request.',
    show: 'Show signing secret',
    hide: 'Hide signing secret',
    showWord: 'Show',
    hideWord: 'Hide',
    notRead: 'The secret could not be loaded',
    public: 'Public key, for v1a signatures',
    key: 'public key',
    secret: 'signing secret',
    rotate: 'Rotate secret',
    rotateTitle: 'Rotate the signing secret?',
    rotateText:
      'The new secret takes effect now. The old one keeps working for the time you choose, so that you can switch without losing messages.',
    grace: 'Keep the old secret for',
    graces: { '0': 'revoke now', '3600': '1 hour', '86400': '24 hours', '604800': '7 days' },
    graceNow: 'The old secret stops working at once. Choose this if others have seen it.',
    keep: 'Cancel',
    /** By how long the old secret keeps working, in seconds. */
    rotated: {
      '0': 'The new secret is in effect. The old one no longer works.',
      '3600': 'The new secret is in effect. The old one keeps working for one hour.',
      '86400': 'The new secret is in effect. The old one keeps working for 24 hours.',
      '604800': 'The new secret is in effect. The old one keeps working for 7 days.',
    },
    notRotated: 'The secret was not rotated',
  },
  headers: {
    title: 'Headers',
    text: 'Sent with every request to this endpoint, for example a key for your gateway.',
    notRead: 'The headers could not be loaded',
    none: 'None.',
    hidden: 'hidden, write-only',
    remove: icu<'name'>('Remove header {name}'),
    name: 'Header',
    nameExample: 'x-api-key',
    value: 'Value',
    set: 'Set header',
    notChanged: 'The headers were not changed',
  },
  polling: POLLING_TEXTS,
  picker: { ...PICKER_TEXTS, search: 'Search events', tree: 'Events to receive' },
};
