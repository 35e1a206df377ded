/** The host of a URL, with its port unless it is the default; any other text unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The host of a URL, with the path if another of these URLs has the same host. */
export function hostAmong(url: string, all: readonly { readonly url: string }[]): string {
  const host = hostOf(url);
  const isUnique = all.filter((other) => hostOf(other.url) === host).length === 1;
  return isUnique || !URL.canParse(url) ? host : host + new URL(url).pathname;
}
