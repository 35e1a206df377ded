/** All texts of the tree of event types. */
export const PICKER_LABELS = {
  search: 'Search event types',
  tree: 'Event types to receive',
  other: 'Other',
  noMatch: (search: string) => `Nothing matches “${search}”.`,
  deprecated: 'deprecated',
  deprecatedUntil: (day: string) => `deprecated, supported until ${day}`,
  some: (count: number, total: number) => `${count} of ${total}`,
  nothing: 'No event types chosen yet.',
  receives: (count: number) => `Receives ${count} current event ${count === 1 ? 'type' : 'types'}`,
  andLater: (groups: readonly string[]) =>
    `, and all future ones of ${groups.length > 2 ? `${groups.length} groups` : groups.join(' and ')}`,
  clear: 'Clear',
  wholeGroups: 'Whole groups',
  wholeGroup: (group: string) => `All of ${group}, now and in future`,
  later: (count: number) =>
    count === 0
      ? 'None in your catalog yet. Future types of the group are included.'
      : `${count} now. Future types of the group are included.`,
  notLater: (count: number) =>
    `When off, includes only the ${count === 1 ? 'current type' : `${count} current types`}.`,
  elsewhere: 'Chosen by name, but not in this catalog:',
  elsewhereCount: (count: number) =>
    count === 1
      ? '1 more chosen event type is not in your catalog. It stays chosen.'
      : `${count} more chosen event types are not in your catalog. They stay chosen.`,
  remove: (name: string) => `Remove ${name}`,
  byName: 'Add by name',
  byNameHint: 'For an event type that is not listed here.',
  byNameUnknown: 'No event type in your catalog has this name. It is chosen all the same.',
  add: 'Add',
  invalidName: 'Use only letters, digits, hyphens, underscores and periods.',
};

export type PickerLabels = typeof PICKER_LABELS;
