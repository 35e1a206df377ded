import { invalid } from '../../base/errors';
import type { Settings } from '../../storage/installation/setting-store';

/**
 * What the schema of the settings cannot check, because it concerns two of them.
 * @param place where the settings are in the request: `['body']`
 * @throws ApiError 422
 */
export function checkSettings(
  { eventCatalogPublished, displayName }: Settings,
  place: readonly string[],
): void {
  if (eventCatalogPublished && !displayName?.trim()) {
    throw invalid({
      loc: [...place, 'displayName'],
      msg: 'A public catalog needs a display name.',
      type: 'value_error',
    });
  }
}
