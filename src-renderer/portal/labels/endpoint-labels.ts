import { FILTER_WORDS } from '../../shared/endpoint/filter-words';
import { ORDER_WORDS } from '../../shared/endpoint/order-words';
import { POLLING_FIELD_WORDS } from '../../shared/endpoint/polling-field-words';
import { SENDING_LABELS } from '../../shared/endpoint/sending';
import { PICKER_LABELS } from '../../shared/event-types/picker-labels';
import { POLLING_WORDS } from '../../shared/polling/polling-words';
import { AGAIN_LABELS, type AgainLabels } from '../../shared/replay/again-labels';
import { aboutHowLong } from '../../ui/about-how-long';
import { ADVICE_LABELS } from './advice-labels';

const number = new Intl.NumberFormat('en-GB');
/** As in the counts: there were more than could be counted. */
const atLeast = (count: number, isPartial: boolean) => (isPartial ? '≥ ' : '') + number.format(count);
const perSecond = (rate: number) =>
  `${number.format(rate)} ${rate === 1 ? 'message' : 'messages'} per second`;

/** The texts of the list, the form and the pages of endpoints. */
export const ENDPOINT_LABELS = {
  title: 'Endpoints',
  lead: 'URLs of your software that receive events.',
  sum: (troubled: number, all: number) =>
    troubled === 0
      ? 'No endpoint needs attention.'
      : `${troubled} of ${all} ${all === 1 ? 'endpoint' : 'endpoints'} ${troubled === 1 ? 'needs' : 'need'} attention.`,
  add: 'Add endpoint',
  what: 'your endpoints',
  oneWhat: 'the endpoint',
  notRead: 'Your endpoints could not be read',
  oneNotRead: 'The endpoint could not be read',
  empty: 'No endpoint yet',
  emptyText: (example: string) =>
    `An endpoint is a URL such as ${example}. It receives each event you choose as a signed HTTP POST request.`,
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
  rate: (percent: number, total: number, isPartial: boolean) =>
    `${percent} % of ${atLeast(total, isPartial)}`,
  noTraffic: 'nothing sent',
  allEvents: 'All events',
  allEventsLater: 'All events, including future ones',
  filter: (names: number, groups: readonly string[]) =>
    groups.length > 0
      ? `${groups.length > 2 ? `${groups.length} whole groups` : `all of ${groups.join(', ')}`}${names > 0 ? ` and ${names} more` : ''}`
      : `${names} event ${names === 1 ? 'type' : 'types'}`,
  wholeGroup: (group: string) => `all of ${group}, including future ones`,
  hiddenTypes: (count: number) =>
    count === 1 ? 'and one that is not in your catalog' : `and ${count} that are not in your catalog`,
  form: {
    addTitle: 'Add endpoint',
    editTitle: 'Edit endpoint',
    back: 'Endpoint',
    save: 'Save changes',
    saving: 'Saving',
    cancel: 'Cancel',
    address: 'Endpoint URL',
    addressHint: 'Where your software receives events. Respond quickly with any 2xx status.',
    addressExample: 'https://example.com/webhooks',
    tryAddress: 'Use a test URL',
    tryHint: 'No URL yet? Use a test URL that always returns 200.',
    insecure: 'http is not encrypted: others on the network can read the events, and respond in your place.',
    urlFaults: {
      missing: 'Enter the URL that events are sent to.',
      incomplete: 'Enter a complete URL that starts with https:// or http://.',
      'not-http': 'Enter a URL that starts with https:// or http://.',
      'not-https': 'Enter a URL that starts with https://.',
    },
    texts: { description: { label: 'Description', placeholder: 'Orders for the warehouse' } },
    events: 'Events',
    allHint: (count: number | undefined) => `All ${count ?? 'current ones'}, plus any added later.`,
    some: 'Selected events',
    someHint: 'Single events, or whole groups including their future events.',
    nothing: 'Choose at least one event, or “All events”.',
    nothingRequired: 'Choose at least one event.',
    eventsNotRead: 'The events could not be read',
    eventsWhat: 'the events',
    speed: 'Rate limit',
    inherit: 'Account default',
    inherited: (rate: number | null) =>
      rate === null ? 'There is no limit on your account.' : `At most ${perSecond(rate)}, from your account.`,
    own: 'Set a lower limit',
    ownHint: 'For software that cannot keep up. Extra messages wait their turn. Nothing is dropped.',
    ownRate: 'Messages per second',
    ownRule: (most: number) => `Enter a whole number from 1 to ${number.format(most)}.`,
    channels: (many: string) => many,
    channelsExample: 'project_1, project_2',
    channelsRule: 'At most 10 names, separated by commas. Use letters, digits and - _ . : +',
    channelsMissing: 'Enter at least one channel.',
    filter: FILTER_WORDS,
    order: ORDER_WORDS,
    notices: {
      label: 'Notices',
      tell: 'Tell me when these events change',
      hint: 'Sends event_type.deprecated and, after a change that may break your software, event_type.changed.',
    },
    polling: POLLING_FIELD_WORDS,
    notSaved: 'The endpoint was not saved',
  },
  tabs: { label: 'Endpoint', overview: 'Overview', test: 'Test', settings: 'Settings' },
  acts: {
    edit: 'Edit',
    remove: 'Delete',
    failed: 'The endpoint was not changed',
    keep: 'Cancel',
    deleteTitle: 'Delete this endpoint?',
    deleteText: (url: string) =>
      `Nothing more is sent to ${url}, including waiting messages. Its signing secret is deleted permanently. To stop temporarily, pause the endpoint instead.`,
    deleteType: (name: string) => `Type ${name} to confirm`,
    delete: 'Delete endpoint',
    notDeleted: 'The endpoint was not deleted',
  },
  sending: { label: 'Sending', ...SENDING_LABELS },
  held: {
    paused: 'Paused: nothing is sent. New messages wait until you resume the endpoint.',
    disabled: 'Disabled: nothing is sent. New messages wait until the endpoint is enabled.',
    byFailing:
      'The endpoint was disabled because all attempts failed. Fix your software, test the endpoint, then enable it.',
    byReceiver: 'Your software asked for this with a 410 response or a header.',
  },
  failingSince: 'No successful attempt since',
  facts: {
    events: 'Events',
    speed: 'Rate limit',
    added: 'Added',
    id: 'Identifier',
    own: (rate: number) => `At most ${perSecond(rate)}, set here`,
    inherited: (rate: number) => `At most ${perSecond(rate)}, from your account`,
    none: 'No limit',
  },
  deliveries: {
    title: 'Deliveries',
    span: 'last 28 days',
    none: 'None yet.',
    notRead: 'The deliveries could not be counted',
    waiting: (waiting: number, seconds: number | null, isPartial: boolean) =>
      `${atLeast(waiting, isPartial)} waiting${seconds === null ? '' : `, sent in ${aboutHowLong(seconds)}`}.`,
    retrying: (count: number, isPartial: boolean) =>
      `${atLeast(count, isPartial)} failed and will be retried automatically.`,
  },
  activity: {
    title: 'Last 24 hours',
    overall: 'All endpoints, last 24 hours',
    sentence: (arrived: number, failed: number) =>
      arrived + failed === 0
        ? 'Nothing was sent in the last 24 hours.'
        : `${number.format(arrived)} ${arrived === 1 ? 'attempt' : 'attempts'} succeeded, ${number.format(failed)} failed.`,
    table: 'As a table',
    time: 'From',
    arrived: 'Delivered',
    failed: 'Failed',
  },
  again: {
    ...AGAIN_LABELS,
    text: 'Send earlier messages again: those that wait for a retry, failed ones, or ones that this endpoint did not receive.',
    openSpan: 'Waiting messages of any age, others from the last two weeks.',
    meanings: {
      ...AGAIN_LABELS.meanings,
      'never-sent': 'Matched by the events you choose here now, but not when accepted.',
      delivered: 'Already delivered. Each arrives a second time with the same webhook-id.',
    },
    twice:
      'If your software processed a message but failed to respond, it gets the message twice, with the same webhook-id.',
    kept: 'Sent within the rate limit of this endpoint.',
  } satisfies AgainLabels & { readonly text: string },
  test: {
    title: 'Send an example',
    text: 'Sends the signed example of an event to this endpoint only.',
    type: 'Event type',
    send: 'Send example',
    sending: 'Sending',
    notSent: 'No example was sent',
    notRead: 'The example could not be read',
    disabled: 'A disabled endpoint accepts no examples. Enable it first.',
    paused: 'The endpoint is paused: the example waits until you resume it.',
    ping: 'Test event (ping)',
    preview: 'Payload',
    again: 'Send it again',
    notSentAgain: 'The event was not sent again',
    waitsFor: 'Waiting for a response',
    open: 'Open the message',
    responded: (code: number, durationMs: number) => `HTTP ${code} after ${durationMs} ms`,
    noResponse: (cause: string) => `No response: ${cause}`,
    response: 'Response',
    advice: ADVICE_LABELS,
  },
  secret: {
    title: 'Signing secret',
    text: 'Signs every request. Verify the signature before you trust a request.',
    show: 'Show signing secret',
    hide: 'Hide signing secret',
    showWord: 'Show',
    hideWord: 'Hide',
    notRead: 'The secret could not be read',
    public: 'Public key, for v1a signatures',
    key: 'public key',
    secret: 'signing secret',
    rotate: 'Rotate secret',
    rotateTitle: 'Rotate the signing secret?',
    rotateText:
      'The new secret takes effect now. The old one keeps working for the time you choose, so that you can switch without losing messages.',
    grace: 'Keep the old secret for',
    graces: [
      { value: '0', label: 'revoke now' },
      { value: '3600', label: '1 hour' },
      { value: '86400', label: '24 hours' },
      { value: '604800', label: '7 days' },
    ],
    graceNow: 'The old secret stops working at once. Choose this if others have seen it.',
    keep: 'Cancel',
    rotated: (grace: string) =>
      grace === '0'
        ? 'The new secret is in effect. The old one no longer works.'
        : `The new secret is in effect. The old one keeps working for ${graceLabel(grace)}.`,
    notRotated: 'The secret was not rotated',
  },
  headers: {
    title: 'Headers',
    text: 'Sent with every request to this endpoint, for example a key for your gateway.',
    notRead: 'The headers could not be read',
    none: 'None.',
    hidden: 'hidden, write-only',
    remove: (name: string) => `Remove header ${name}`,
    name: 'Header',
    nameExample: 'x-api-key',
    value: 'Value',
    set: 'Set header',
    notChanged: 'The headers were not changed',
  },
  polling: POLLING_WORDS,
  picker: { ...PICKER_LABELS, search: 'Search events', tree: 'Events to receive' },
};

function graceLabel(seconds: string): string {
  return { '3600': 'one hour', '86400': '24 hours', '604800': '7 days' }[seconds] ?? `${seconds} s`;
}
