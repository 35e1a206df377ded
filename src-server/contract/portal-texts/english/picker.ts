import { icu } from '../icu';

/** All texts of the tree of event types. */
export const PICKER_TEXTS = {
  search: 'Search event types',
  tree: 'Event types to receive',
  other: 'Other',
  noMatch: icu<'search'>('Nothing matches “{search}”.'),
  deprecated: 'deprecated',
  deprecatedUntil: icu<'day'>('deprecated, supported until {day}'),
  some: icu<'count' | 'total'>('{count, number} of {total, number}'),
  nothing: 'No event types chosen yet.',
  /** `later`: how many whole groups are chosen; `groups`: their names, joined. */
  receives: icu<'count' | 'later' | 'groups'>(
    'Receives {count, plural, one {# current event type} other {# current event types}}{later, plural, =0 {} =1 {, and all future ones of {groups}} =2 {, and all future ones of {groups}} other {, and all future ones of # groups}}',
  ),
  clear: 'Clear',
  wholeGroups: 'Whole groups',
  wholeGroup: icu<'group'>('All of {group}, now and in future'),
  later: icu<'count'>(
    '{count, plural, =0 {None in your catalog yet. Future types of the group are included.} other {# now. Future types of the group are included.}}',
  ),
  notLater: icu<'count'>(
    'When off, includes only the {count, plural, one {current type} other {# current types}}.',
  ),
  elsewhere: 'Chosen by name, but not in this catalog:',
  elsewhereCount: icu<'count'>(
    '{count, plural, one {# more chosen event type is not in your catalog. It stays chosen.} other {# more chosen event types are not in your catalog. They stay chosen.}}',
  ),
  remove: icu<'name'>('Remove {name}'),
  byName: 'Add by name',
  byNameHint: 'For an event type that is not listed here.',
  byNameUnknown: 'No event type in your catalog has this name. It is chosen all the same.',
  add: 'Add',
  invalidName: 'Use only letters, digits, hyphens, underscores and periods.',
};
