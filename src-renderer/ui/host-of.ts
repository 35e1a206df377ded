/** The host of a URL, with its port where it is not the usual one; a text that is no URL as it is. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
