import type { ReactNode } from 'react';
import type { SettingsOut } from '../../../src-server/contract/settings';
import { useSettings } from '../data/use-settings';
import { PageUnread } from './page-unread';
import { Unread } from './unread';

/** Draws what needs the settings of the instance once they are there; until then that it waits, or why not. */
export function WithSettings({
  title,
  what = 'the settings',
  children,
}: {
  /** The heading of what is drawn, where that is a page of the settings. */
  readonly title?: string;
  /** What is waited for, in words. */
  readonly what?: string;
  readonly children: (settings: SettingsOut) => ReactNode;
}) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (title !== undefined) return <PageUnread title={title} what={what} query={settings} />;
  return <Unread what={what} title="The settings could not be read" query={settings} />;
}
