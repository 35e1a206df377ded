/** On the part of a page that has code in one language; its value is the language. */
export const SNIPPET_ATTRIBUTE = 'data-snippet';
