/**
 * An ETag as the other instance made it. Proxies that compress make it weak, and a weak one never matches in `If-Match`;
 * its text still stands for one version.
 */
export function strongTag(tag: string): string {
  return tag.replace(/^W\//, '');
}
