/**
 * Lets only the scripts of this page create style elements: the policy allows those with the nonce of this page, which
 * injected markup does not know. The code editor and the components create theirs with `document.createElement`, and
 * know nothing about nonces.
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

/** The nonce that a style element of these pages needs; empty if the page has none, as under a dev server. */
export function styleNonce(document: Document): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
