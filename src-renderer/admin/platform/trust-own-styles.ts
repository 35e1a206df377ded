/**
 * Lets the scripts of this page make style elements, and nobody else: the policy allows those with the nonce of this
 * page, which markup that somebody smuggled in does not know. The code editor and the components ask for theirs with
 * `document.createElement`, and know nothing of nonces.
 */
export function trustOwnStyles(document: Document): void {
  const nonce = styleNonce(document);
  if (nonce === '') return;
  const create = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}

/** What a style element of these pages must carry; empty where the page was not told one, as under a dev server. */
export function styleNonce(document: Document): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
