import type { IncomingMessage } from 'node:http';

/**
 * The host that a request names, in the form used for comparison: lower case, without port and without a trailing
 * period. Null for one that is not a plain host name, such as an address in brackets or one with odd signs.
 */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const match = /^([a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)\.?(?::\d{1,5})?$/.exec(headers.host ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}

/** Says whether a request came through a domain reserved for the public catalog. */
export interface CatalogDomains {
  /** True: only the public catalog may answer. */
  isKept(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** True if the settings also name that domain, so that the catalog is there. */
  isServed(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** The domain that serves the catalog; null for none. */
  served(): string | null;
  /** True when the operator has activated this domain. */
  isActive(domain: string): boolean;
}

/**
 * Two have to agree: the sender, who names the domain in the settings, and the operator, who starts the server with it.
 * A domain that the operator has activated shows only the catalog, whatever the settings say.
 * @param active names in lower case
 * @param wanted the domain of the settings; null for none
 */
export function createCatalogDomains(active: readonly string[], wanted: () => string | null): CatalogDomains {
  const kept = new Set(active);
  const isKept: CatalogDomains['isKept'] = (request) => {
    const host = hostOf(request);
    return host !== null && kept.has(host);
  };
  return {
    isKept,
    isServed: (request) => isKept(request) && hostOf(request) === wanted()?.toLowerCase(),
    served() {
      const domain = wanted()?.toLowerCase() ?? null;
      return domain !== null && kept.has(domain) ? domain : null;
    },
    isActive: (domain) => kept.has(domain.toLowerCase()),
  };
}
