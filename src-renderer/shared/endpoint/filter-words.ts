import type { FilterOperator } from './filter-rows';

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
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
export const FILTER_WORDS = {
  label: 'Filter',
  placeholder: '{ "payload": { "amount": { "$gte": 100 } } }',
  hint: 'JSON. Only messages whose content matches are delivered. Leave empty for no filter.',
  side: 'Edit the filter as',
  sides: { fields: 'Fields', json: 'JSON' },
  undo: 'Undo',
  redo: 'Redo',
  /** @param operator what fields cannot show; null: a name or a value */
  onlyJson: (operator: string | null) =>
    operator === null
      ? 'This filter can be edited only as JSON: a name or a value in it does not fit into fields.'
      : `This filter can be edited only as JSON: it uses ${operator}.`,
  fields: {
    hint: 'Only messages that satisfy every condition are delivered. Without conditions, all are.',
    add: 'Field',
    example: 'payload.amount',
    addHint: 'Fields of the selected events are listed. You can also type one, such as payload.amount.',
    addButton: 'Add condition',
    /** @param path of the field */
    condition: (path: string) => `Condition on ${path}`,
    value: 'Value',
    values: 'Values, separated by commas',
    remove: (path: string) => `Remove the condition on ${path}`,
    /** What a number field is compared with is no number. */
    noNumber: (path: string) => `${path} is a number: a text never matches.`,
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
