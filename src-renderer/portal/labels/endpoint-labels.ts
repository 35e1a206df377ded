import { PICKER_LABELS } from '../../shared/event-types/picker-labels';
import { aboutHowLong } from '../../ui/about-how-long';

const number = new Intl.NumberFormat('en-GB');
const perSecond = (rate: number) =>
  `${number.format(rate)} ${rate === 1 ? 'message' : 'messages'} per second`;

/** What the list, the form and the pages of endpoints say. */
export const ENDPOINT_LABELS = {
  title: 'Endpoints',
  lead: 'Addresses of your own software that events are sent to.',
  add: 'Add endpoint',
  what: 'your endpoints',
  oneWhat: 'the endpoint',
  notRead: 'Your endpoints could not be read',
  oneNotRead: 'The endpoint could not be read',
  empty: 'No endpoint yet',
  emptyText: (example: string) =>
    `An endpoint is an address such as ${example}. Each event you choose is sent there as an HTTP POST request, signed so that you can check where it came from.`,
  all: 'All endpoints',
  columns: { endpoint: 'Endpoint', health: 'State', rate: 'Arrived, 24 h', events: 'Events' },
  health: {
    healthy: 'Healthy',
    failing: 'Failing',
    some: 'Some fail',
    paused: 'Paused',
    disabled: 'Disabled',
    quiet: 'Quiet',
  },
  rate: (percent: number, total: number) => `${percent} % of ${number.format(total)}`,
  noTraffic: 'nothing sent',
  allEvents: 'All events',
  allEventsLater: 'All events, every future one too',
  filter: (names: number, groups: readonly string[]) =>
    groups.length > 0
      ? `${groups.length > 2 ? `${groups.length} whole groups` : `all of ${groups.join(', ')}`}${names > 0 ? ` and ${names} more` : ''}`
      : `${names} event ${names === 1 ? 'type' : 'types'}`,
  wholeGroup: (group: string) => `all of ${group}, later ones too`,
  hiddenTypes: (count: number) =>
    count === 1 ? 'and one that is not in your catalog' : `and ${count} that are not in your catalog`,
  form: {
    addTitle: 'Add endpoint',
    editTitle: 'Edit endpoint',
    back: 'Endpoint',
    save: 'Save changes',
    saving: 'Saving',
    cancel: 'Cancel',
    address: 'Address',
    addressHint: 'Where your software waits for events. It should answer soon, with a status of 200 to 299.',
    addressExample: 'https://example.com/webhooks',
    tryAddress: 'Use a test address',
    tryHint: 'None yet? A test address takes everything and answers 200.',
    insecure: 'http is not encrypted: whoever is on the way can read what is sent, and answer in your place.',
    urlFaults: {
      missing: 'Enter the address that events are sent to.',
      incomplete: 'This is not a complete address. It begins with https:// or http://.',
      'not-http': 'The address begins with https:// or http://.',
      'not-https': 'The address begins with https://.',
    },
    description: 'Description',
    descriptionExample: 'Orders for the warehouse',
    events: 'Events',
    allHint: (count: number) => `${count} today, and every future one.`,
    some: 'Only these',
    someHint: 'Single events, or whole groups with what joins them later.',
    nothing: 'Choose at least one event, or “All events”.',
    nothingRequired: 'Choose at least one event.',
    eventsNotRead: 'The events could not be read',
    eventsWhat: 'the events',
    speed: 'Speed',
    inherit: 'As fast as your account allows',
    inherited: (rate: number | null) =>
      rate === null ? 'There is no limit on your account.' : `At most ${perSecond(rate)}, from your account.`,
    own: 'Slower',
    ownHint: 'For software that cannot keep up. What comes faster waits; nothing is dropped.',
    ownRate: 'Messages per second',
    ownRule: (most: number) => `A whole number from 1 to ${number.format(most)}.`,
    channels: (many: string) => many,
    channelsExample: 'project_1, project_2',
    channelsRule: 'Names of letters, digits and - _ . : +, with commas between them; at most 10.',
    channelsMissing: 'Enter at least one.',
    notSaved: 'The endpoint was not saved',
  },
  tabs: { label: 'Endpoint', overview: 'Overview', test: 'Test', settings: 'Settings' },
  acts: {
    edit: 'Edit',
    pause: 'Pause',
    resume: 'Resume',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
    failed: 'That did not work',
    keep: 'Keep it',
    deleteTitle: 'Delete this endpoint?',
    deleteText: (url: string) =>
      `Nothing more is sent to ${url}, also what still waits for it. Its signing secret is gone for good. To stop for a while, pause it instead.`,
    deleteType: (name: string) => `Type ${name} to delete it`,
    delete: 'Delete endpoint',
    notDeleted: 'Nothing was deleted',
  },
  held: {
    paused: 'Paused: nothing is sent, and what happens meanwhile waits until you go on.',
    disabled: 'Disabled: nothing is sent, and what happens meanwhile waits until it is enabled.',
    byFailing: 'It was disabled because everything sent to it failed. Mend it, test it, then enable it.',
    byReceiver: 'Your software asked for that: it answered 410, or said so in a header.',
  },
  failingSince: 'Nothing has arrived since',
  facts: {
    description: 'Description',
    events: 'Events',
    speed: 'Speed',
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
    waiting: (waiting: number, seconds: number | null) =>
      `${number.format(waiting)} wait${waiting === 1 ? 's' : ''}${seconds === null ? '' : `, all sent ${aboutHowLong(seconds)} from now`}.`,
    retrying: (count: number) =>
      `${number.format(count)} failed and wait${count === 1 ? 's' : ''} for the next try, by themselves.`,
  },
  activity: {
    title: 'Last 24 hours',
    whole: 'All endpoints, last 24 hours',
    sentence: (arrived: number, failed: number, more: boolean) =>
      arrived + failed === 0
        ? more
          ? 'Counted by whole minutes: what was sent just now appears here within two.'
          : 'Nothing was sent in the last 24 hours.'
        : `${number.format(arrived)} ${arrived === 1 ? 'attempt' : 'attempts'} arrived, ${number.format(failed)} failed.`,
    table: 'As a table',
    time: 'From',
    arrived: 'Arrived',
    failed: 'Failed',
    notRead: 'The activity could not be read',
  },
  again: {
    title: 'Send again',
    text: 'Messages of the past, once more: those that failed, or those from before this endpoint took them.',
    recover: 'Recover failed',
    replay: 'Replay missing',
    recoverTitle: 'Recover failed messages',
    recoverMeaning: 'Every message that failed here and never arrived is sent once more, with all its tries.',
    recoverWarning:
      'If your software did the work and then failed to say so, it gets a message twice, with the same webhook-id.',
    replayTitle: 'Replay missing messages',
    replayMeaning:
      'Every message that fits the events of today and was never to go here is sent: from before the endpoint was there, or before it took them.',
    replayWarning: 'What you have brought over by other means meanwhile arrives here too.',
    since: 'Accepted since',
    spans: { '8h': '8 hours', '1d': 'Yesterday', '3d': '3 days', '7d': 'Last week', '14d': '2 weeks' },
    from: 'From',
    counting: 'how many messages that is',
    notCounted: 'It cannot be said how many messages that is',
    count: (count: number) =>
      count === 0
        ? 'No message in this span.'
        : `${number.format(count)} ${count === 1 ? 'message' : 'messages'}`,
    takes: (seconds: number | null, rate: number | null) =>
      seconds === null
        ? 'There is no limit on how fast they leave.'
        : `All sent ${aboutHowLong(seconds)} after the start${rate === null ? '' : `, at ${number.format(rate)} per second`}.`,
    left: (waiting: number, removed: number) =>
      [
        waiting > 0 ? `${number.format(waiting)} more wait already` : '',
        removed > 0 ? `${number.format(removed)} have lost their content and cannot be sent` : '',
      ]
        .filter(Boolean)
        .join('; '),
    start: (count: number) => (count === 0 ? 'Send again' : `Send ${number.format(count)} again`),
    notStarted: 'It was not started',
    disabled: 'A disabled endpoint takes nothing. Enable it first.',
    names: { 'endpoint.recover': 'Recover failed', 'endpoint.replay': 'Replay missing' } as Readonly<
      Record<string, string>
    >,
    other: 'Send again',
    states: { running: 'Running', failed: 'Failed', finished: 'Finished', stopped: 'Stopped' },
    progress: (queued: number, found: number) =>
      `${number.format(queued)} of ${number.format(found)} on their way`,
    progressBar: 'Messages found so far',
    begun: 'begun',
    stop: 'Stop',
    notStopped: 'It was not stopped',
    tasksNotRead: 'What was sent again before could not be read',
    close: 'Close',
  },
  test: {
    title: 'Send an example',
    text: 'The example of an event, sent to this endpoint only, signed like any other.',
    type: 'Event type',
    send: 'Send example',
    sending: 'Sending',
    notSent: 'No example was sent',
    disabled: 'A disabled endpoint takes no example. Enable it first.',
    paused: 'It is paused: the example waits until you resume it.',
    ping: 'A test event, svix.ping',
    preview: 'What is sent',
    waitsFor: 'Waiting for an answer',
    open: 'Open the message',
    answered: (code: number, durationMs: number) => `Answered ${code} after ${durationMs} ms`,
    unanswered: 'No answer',
    answer: 'Answer',
  },
  secret: {
    title: 'Signing secret',
    text: 'Every request is signed with it. Check the signature before you trust what comes.',
    show: 'Show signing secret',
    hide: 'Hide signing secret',
    showWord: 'Show',
    hideWord: 'Hide',
    notRead: 'The secret could not be read',
    public: 'Public key, for v1a signatures',
    key: 'public key',
    secret: 'signing secret',
    rotate: 'Make a new one',
    rotateTitle: 'Make a new signing secret?',
    rotateText:
      'New requests are signed with the new secret at once. The old one goes on signing beside it for the time you choose, so that you can change over without losing anything.',
    grace: 'The old one signs for',
    graces: [
      { value: '0', label: 'no longer' },
      { value: '3600', label: '1 hour' },
      { value: '86400', label: '24 hours' },
      { value: '604800', label: '7 days' },
    ],
    graceNow: 'At once invalid: for a secret that others have seen.',
    keep: 'Keep the old one',
    rotated: (grace: string) =>
      grace === '0'
        ? 'A new secret signs from now on. The old one is no longer valid.'
        : `A new secret signs from now on, the old one for ${graceLabel(grace)} more.`,
    notRotated: 'The secret was not changed',
  },
  headers: {
    title: 'Headers',
    text: 'Sent with every request to this endpoint, such as a key of your gateway.',
    notRead: 'The headers could not be read',
    none: 'None.',
    hidden: 'hidden, write only',
    remove: (name: string) => `Remove header ${name}`,
    name: 'Header',
    nameExample: 'x-api-key',
    value: 'Value',
    set: 'Set header',
    notChanged: 'The header was not changed',
  },
  picker: { ...PICKER_LABELS, search: 'Search events', tree: 'Events to receive' },
};

function graceLabel(seconds: string): string {
  return { '3600': 'one hour', '86400': '24 hours', '604800': '7 days' }[seconds] ?? `${seconds} s`;
}
