import type { ReactNode } from 'react';
import type { SettingsOut } from '../../../src-server/contract/settings';
import { Unread } from '../../ui/unread';
import { useSettings } from '../data/use-settings';
import { PageUnread } from './page-unread';

/** Renders what needs the settings of the instance once they are loaded; until then, that it waits or why it failed. */
export function WithSettings({
  title,
  what = 'the settings',
  children,
}: {
  /** The heading of the content, if that is a page of the settings. */
  readonly title?: string;
  /** What it waits for, in words. */
  readonly what?: string;
  readonly children: (settings: SettingsOut) => ReactNode;
}) {
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (title !== undefined) return <PageUnread title={title} what={what} query={settings} />;
  return <Unread what={what} title="The settings could not be loaded" query={settings} />;
}
