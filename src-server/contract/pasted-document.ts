/** The `sourceName` of a document that was pasted: it is no name of a file, by which documents are told apart. */
export const PASTED_DOCUMENT = 'Pasted document';
