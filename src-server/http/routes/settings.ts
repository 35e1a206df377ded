import { settingOperations } from '../../contract/operations/settings';
import type { Settings } from '../../storage/installation/setting-store';
import { assertOnly } from '../assert-only';
import { checkTag, contentTag } from '../if-match';
import { readSettingAddresses } from '../inputs/setting-addresses';
import { checkSettings } from '../inputs/setting-check';
import { type Route, route } from '../route';
import type { PublicPageRouteParts } from './public-page';

interface SettingRouteParts extends PublicPageRouteParts {
  /** Called after a change, which may affect the public catalog. */
  readonly onSettingsChanged: () => void;
}

/** Settings of this instance. */
export function settingRoutes({
  settings,
  onSettingsChanged,
  ...parts
}: SettingRouteParts): readonly Route[] {
  // The tag is that of the settings alone: pages that are made change nothing that anybody edits.
  const respondWith = (current: Settings) => ({
    status: 200 as const,
    body: { ...current, publication: parts.publicPage.progress() },
    tag: contentTag(current),
  });
  return [
    route(settingOperations.read, {
      access: 'admin',
      summary: 'Read the settings.',
      handler: () => respondWith(settings.current()),
    }),
    route(settingOperations.change, {
      access: 'admin',
      summary: 'Change the given settings.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ body, ifMatch, principal }) {
        assertOnly(principal, body, 'PATCH /settings');
        const before = settings.current();
        const patch = readSettingAddresses(body, ['body']);
        const next = await settings.update(patch, (wanted, now) => {
          checkTag(ifMatch, contentTag(now));
          checkSettings(wanted, ['body']);
        });
        onSettingsChanged();
        if (next.eventCatalogPublished && !before.eventCatalogPublished)
          await parts.publications.note({ at: parts.clock.now(), how: 'made-public' });
        return respondWith(next);
      },
    }),
  ];
}
