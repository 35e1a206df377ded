/** The host of a URL, with its port unless it is the default; any other text unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
