/** What crawlers may read. */
interface RobotsPlan {
  /** Prefixes of the paths that may be read; "/" for all. */
  readonly allowed: readonly string[];
  /** Where the list of the pages is. */
  readonly sitemap: string;
}

/** The file `robots.txt`. Null: nothing here is for crawlers. */
export function robotsText(plan: RobotsPlan | null): string {
  if (plan === null) return 'User-agent: *\nDisallow: /\n';
  const allowed = plan.allowed.map((path) => `Allow: ${path}\n`).join('');
  const rest = plan.allowed.includes('/') ? '' : 'Disallow: /\n';
  return `User-agent: *\n${allowed}${rest}\nSitemap: ${plan.sitemap}\n`;
}
