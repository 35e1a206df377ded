/** The texts of the fields that only a polling endpoint has, and of the choice between the two kinds. */
export const POLLING_FIELD_WORDS = {
  kind: {
    label: 'Kind',
    url: { label: 'Endpoint', hint: 'Each message is sent to a URL.' },
    polling: {
      label: 'Polling endpoint',
      hint: 'Your software fetches messages: behind a firewall, on a laptop, in a nightly job.',
    },
  },
  uid: { label: 'Identifier of your own', placeholder: 'night-job' },
  /** Of selected events. */
  someHint: 'Event types that are added later are not included.',
  label: 'Polling',
  on: { label: 'On', hint: 'Polls return the messages that were accepted since it was created.' },
  disabled: { label: 'Disabled', hint: 'Polls get a 409. No message is lost meanwhile.' },
};

export type PollingFieldWords = typeof POLLING_FIELD_WORDS;
