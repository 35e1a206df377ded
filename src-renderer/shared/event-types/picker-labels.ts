/** Everything the tree of event types says. */
export const PICKER_LABELS = {
  search: 'Search event types',
  tree: 'Event types to receive',
  other: 'Other',
  noMatch: (search: string) => `Nothing matches “${search}”.`,
  some: (count: number, total: number) => `${count} of ${total}`,
  nothing: 'Nothing chosen yet.',
  receives: (count: number) => `Receives ${count} event ${count === 1 ? 'type' : 'types'} of today`,
  andLater: (groups: readonly string[]) =>
    `, and every later one of ${groups.length > 2 ? `${groups.length} groups` : groups.join(' and ')}`,
  clear: 'Clear',
  wholeGroups: 'Whole groups',
  wholeGroup: (group: string) => `All of ${group}, now and later`,
  later: (count: number) =>
    count === 0
      ? 'None is in your catalog today; those that join the group arrive by themselves.'
      : `${count === 1 ? 'The one' : `The ${count}`} of today, and types that join the group arrive by themselves.`,
  notLater: (count: number) =>
    `Off: ${count === 1 ? 'the one type' : `only the ${count} types`} of today; one that joins later has to be chosen then.`,
  elsewhere: 'Chosen by name, and not in this catalog:',
  elsewhereCount: (count: number) =>
    count === 1
      ? 'One more event type is chosen that is not in your catalog. It stays as it is.'
      : `${count} more event types are chosen that are not in your catalog. They stay as they are.`,
  remove: (name: string) => `Remove ${name}`,
  byName: 'Add by name',
  byNameHint: 'For an event type you were told of and do not see here.',
  add: 'Add',
  invalidName: 'A name has only letters, digits, hyphens, underscores and periods.',
};

export type PickerLabels = typeof PICKER_LABELS;
