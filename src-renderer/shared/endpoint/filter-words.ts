/** All texts about the filter of an endpoint. */
export const FILTER_WORDS = {
  label: 'Filter',
  placeholder: '{ "payload": { "amount": { "$gte": 100 } } }',
  hint: 'JSON. Only messages whose content matches are delivered. Leave empty for no filter.',
  malformed: 'Enter a JSON object, such as { "payload": { "country": "DE" } }.',
  trial: {
    busy: 'Trying the filter on the newest messages.',
    nothing: 'No stored messages to try the filter on yet.',
    matched: (matched: number, examined: number) =>
      examined === 1
        ? `The last message ${matched === 1 ? 'matches' : 'does not match'}.`
        : `${matched} of the last ${examined} messages ${matched === 1 ? 'matches' : 'match'}.`,
    failed: 'The filter could not be tried',
    messages: 'Show messages',
    matching: 'Matching',
    notMatching: 'Not matching',
  },
};

export type FilterWords = typeof FILTER_WORDS;
