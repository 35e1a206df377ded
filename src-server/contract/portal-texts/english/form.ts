import { icu } from '../icu';

const OPERATORS = {
  is: 'is',
  isNot: 'is not',
  atLeast: 'is at least',
  moreThan: 'is more than',
  atMost: 'is at most',
  lessThan: 'is less than',
  startsWith: 'starts with',
  endsWith: 'ends with',
  has: 'contains the text',
  hasNot: 'does not contain the text',
  oneOf: 'is one of',
  noneOf: 'is none of',
  present: 'is present',
  absent: 'is absent',
};

/** All texts about the filter of an endpoint. */
export const FILTER_TEXTS = {
  label: 'Filter',
  hint: 'JSON. Only messages whose content matches are delivered. Leave empty for no filter.',
  side: 'Edit the filter as',
  sides: { fields: 'Fields', json: 'JSON' },
  undo: 'Undo',
  redo: 'Redo',
  onlyJson: 'This filter can be edited only as JSON: a name or a value in it does not fit into fields.',
  onlyJsonFor: icu<'operator'>('This filter can be edited only as JSON: it uses {operator}.'),
  fields: {
    hint: 'Only messages that satisfy every condition are delivered. Without conditions, all are.',
    add: 'Field',
    example: 'payload.amount',
    addHint: 'Fields of the selected events are listed. You can also type one, such as payload.amount.',
    addButton: 'Add condition',
    condition: icu<'path'>('Condition on {path}'),
    value: 'Value',
    values: 'Values, separated by commas',
    remove: icu<'path'>('Remove the condition on {path}'),
    /** What a number field is compared with is no number. */
    noNumber: icu<'path'>('{path} is a number: a text never matches.'),
    operators: OPERATORS,
    /** The same where the field holds a list. */
    ofLists: {
      ...OPERATORS,
      is: 'contains',
      isNot: 'does not contain',
      oneOf: 'contains one of',
      noneOf: 'contains none of',
    },
  },
  malformed: icu<'example'>('Enter a JSON object, such as {example}.'),
  trial: {
    busy: 'Trying the filter on the newest messages.',
    nothing: 'No stored messages to try the filter on yet.',
    matched: icu<'matched' | 'examined'>(
      '{examined, plural, =1 {The last message {matched, plural, =0 {does not match} other {matches}}.} other {{matched, number} of the last # messages {matched, plural, one {matches} other {match}}.}}',
    ),
    failed: 'The filter could not be tried',
    messages: 'Show messages',
    matching: 'Matching',
    notMatching: 'Not matching',
  },
};

/** The texts of the order of an endpoint. */
export const ORDER_TEXTS = {
  label: 'Order',
  any: {
    label: 'Any order',
    hint: 'Several messages at once. The others go on while one waits for its retry.',
  },
  strict: { label: 'Strict order' },
  strictHint:
    'One at a time, in the order of acceptance. A failing message blocks all later ones until it is delivered, given up or skipped.',
  priceUnknown: 'The rate depends on how fast the receiver responds, which is not known yet.',
  price: icu<'rate' | 'ms'>(
    'About {rate, number, ::@#} per second, as this receiver takes {ms, number} ms to respond.',
  ),
};

/** The texts of the fields that only a polling endpoint has, and of the choice between the two kinds. */
export const POLLING_FIELD_TEXTS = {
  kind: {
    label: 'Kind',
    url: { label: 'Endpoint', hint: 'Each message is sent to a URL.' },
    polling: {
      label: 'Polling endpoint',
      hint: 'Your software fetches messages: behind a firewall, on a laptop, in a nightly job.',
    },
  },
  uid: { label: 'Your identifier', placeholder: 'night-job' },
  /** Of selected events. */
  someHint: 'Event types that are added later are not included.',
  label: 'Polling',
  on: { label: 'On', hint: 'Polls return the messages that were accepted since it was created.' },
  disabled: { label: 'Disabled', hint: 'Polls get a 409. No message is lost meanwhile.' },
};

/** What each choice of sending means for new messages, for those that wait, and for resends. */
export const SENDING_TEXTS = {
  on: { label: 'Active', hint: 'Messages are delivered as usual.' },
  paused: { label: 'Paused', hint: 'New messages and resends are accepted and wait. Nothing is dropped.' },
  disabled: { label: 'Disabled', hint: 'New messages wait. Resends are refused. Nothing is dropped.' },
};

/** The texts of the form of an endpoint. */
export const FORM_TEXTS = {
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
  allHint: icu<'count'>('All {count, number}, plus any added later.'),
  some: 'Selected events',
  someHint: 'Single events, or whole groups including their future events.',
  nothing: 'Choose at least one event, or “All events”.',
  nothingRequired: 'Choose at least one event.',
  eventsNotRead: 'The events could not be loaded',
  eventsWhat: 'the events',
  speed: 'Rate limit',
  inherit: 'Account default',
  noLimit: 'There is no limit on your account.',
  inherited: icu<'rate'>(
    'At most {rate, plural, one {# message} other {# messages}} per second, from your account.',
  ),
  own: 'Set a lower limit',
  ownHint: 'For software that cannot keep up. Extra messages wait their turn. Nothing is dropped.',
  ownRate: 'Messages per second',
  ownRule: icu<'most'>('Enter a whole number from 1 to {most, number}.'),
  channelsExample: 'project_1, project_2',
  channelsRule: 'At most 10 names, separated by commas. Use letters, digits and - _ . : +',
  channelsMissing: 'Enter at least one channel.',
  filter: FILTER_TEXTS,
  order: ORDER_TEXTS,
  notices: {
    label: 'Notices',
    tell: 'Tell me when these events change',
    hint: 'Sends event_type.deprecated and, after a change that may break your software, event_type.changed.',
  },
  polling: POLLING_FIELD_TEXTS,
  notSaved: 'The endpoint was not saved',
};
