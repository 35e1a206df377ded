const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in words. In UTC: the page is made once for readers in every zone. */
export function Day({ at }: { readonly at: string }) {
  return <time dateTime={at}>{days.format(new Date(at))}</time>;
}
