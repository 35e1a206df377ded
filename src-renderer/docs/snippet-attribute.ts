/** On the part of a page that has code in one language; its value is the language. */
export const SNIPPET_ATTRIBUTE = 'data-snippet';
/** The address in that code. The pages are made at build time; the script puts the server's own in its place. */
export const SNIPPET_ORIGIN = 'http://127.0.0.1:8071';
