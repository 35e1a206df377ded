/**
 * The screen that a `posthorn://open/...` link names, as its path below the instance. Null for every other text.
 *
 * Anyone can put such a link on a page or in a mail. So it can name a screen and nothing more: no search, no filter, no
 * form that it fills, and no screen that does something by being opened. Its parts are plain names, so that nothing in
 * it can be read in two ways.
 */
export function screenOfLink(link: string): string | null {
  const path = link.length <= LONGEST ? FORM.exec(link)?.[1] : undefined;
  if (path === undefined) return null;
  for (const [pattern, screen] of SCREENS) {
    const match = pattern.exec(path);
    if (match) return match.slice(1).reduce((text, part, at) => text.replace(`$${at + 1}`, part), screen);
  }
  return null;
}

/** Whether a text is meant to be such a link, valid or not. */
export function isLink(text: string): boolean {
  return /^posthorn:/i.test(text);
}

/** The system may add a slash at the end. */
const FORM = /^posthorn:\/\/open\/([A-Za-z0-9._/-]+?)\/?$/i;
const LONGEST = 1_000;
/** An id, an identifier of the user's own, or the name of an event type. A dot alone would be a way to another folder. */
const NAME = '((?!\\.\\.?(?:/|$))[A-Za-z0-9._-]{1,256})';

const SCREENS: readonly (readonly [RegExp, string])[] = [
  ['event-types', 'catalog'],
  [`event-types/${NAME}`, 'catalog/$1'],
  ['apps', 'apps'],
  [`apps/${NAME}`, 'apps/$1'],
  [`apps/${NAME}/endpoints/${NAME}`, 'apps/$1/endpoints/$2'],
  [`apps/${NAME}/messages/${NAME}`, 'deliveries/messages/$1/$2'],
  ['deliveries', 'deliveries'],
  ['attention', 'deliveries/attention'],
  ['messages', 'deliveries/messages'],
  ['live', 'deliveries/live'],
  ['import', 'import'],
  ['settings', 'settings'],
  ['settings/([a-z]{1,20})', 'settings/$1'],
].map(([pattern = '', screen = '']) => [new RegExp(`^${pattern}$`), screen] as const);
