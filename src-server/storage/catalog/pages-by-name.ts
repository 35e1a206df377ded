/** How event types, and rows that belong to one each, are read in pages. */
export const PAGES_BY_NAME = {
  keyColumn: 'name',
  keyOf: (row: { readonly name: string }) => row.name,
  keyPattern: /^[a-zA-Z0-9\-_.]+$/,
  defaultOrder: 'ascending',
} as const;
