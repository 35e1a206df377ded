import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { setsText } from '../preview-address';

interface Shown {
  readonly shown: readonly FlagSet[];
  /** Empty: there is no application. */
  readonly appId: string;
  /** The two sets of Changes; undefined where they are not shown. */
  readonly base?: FlagSet | undefined;
  readonly compare?: FlagSet | undefined;
}

/**
 * The address of what is shown, with everything that it shows by default said: others may have another first
 * application, and other sets may come first later.
 */
export function previewLink(address: string, { shown, appId, base, compare }: Shown): string {
  const [before = '', query = ''] = address.split('?', 2);
  const values = new URLSearchParams(query);
  values.set('sets', setsText(shown.map(({ id }) => id)));
  if (appId !== '') values.set('app', appId);
  if (base) values.set('base', base.id);
  if (compare) values.set('with', compare.id);
  return `${before}?${values}`;
}
