/**
 * A line feed within a paragraph; two spaces or a backslash before it, a blank line, and the mark of a list, a quote or a
 * heading after it make it a break.
 */
const WITHIN = /(?<=[^\s\\])[ \t]?\r?\n[ \t]*(?![ \t\r\n>#]|[-*+] |\d{1,9}[.)] )/g;

/** A text of Markdown as it is meant where line feeds are shown: a single one is a space. */
export function joinLines(text: string): string {
  return text.replace(WITHIN, ' ');
}
