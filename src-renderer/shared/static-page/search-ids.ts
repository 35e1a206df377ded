/**
 * The ids by which the script finds the search elements of a page. No operation, schema or event type has these names.
 */
export const SEARCH_IDS = { box: '~search', field: '~query', count: '~count', results: '~results' } as const;
