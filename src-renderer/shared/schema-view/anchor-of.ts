/**
 * A text as the id of an element, and as the fragment that links to it: letters, digits and `. _ : -` stay, everything
 * else is spelled with tildes. Brackets and spaces do not belong in an address, and not every client handles them.
 * Different texts stay different: `items[].id` is `items~~.id`, and a tilde is `~7e~`.
 */
export function anchorOf(text: string): string {
  return text.replace(/\[\]|[^A-Za-z0-9._:-]/gu, (sign) =>
    sign === '[]' ? '~~' : `~${sign.codePointAt(0)?.toString(16)}~`,
  );
}
