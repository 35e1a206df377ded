/** The ids by which the script finds the search elements of a page. No operation and no schema has these names. */
export const SEARCH_IDS = { box: '~search', field: '~query', count: '~count', results: '~results' } as const;
