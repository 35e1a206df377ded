/** What the script finds the search of a page by. No operation and no schema is called so. */
export const SEARCH_IDS = { box: '~search', field: '~query', count: '~count', results: '~results' } as const;
