/** The URL of the first page of a catalog with a domain of its own, with a trailing slash. Null: it has none. */
export function homeOf(domain: string | null): string | null {
  return domain === null ? null : `https://${domain.toLowerCase()}/`;
}
