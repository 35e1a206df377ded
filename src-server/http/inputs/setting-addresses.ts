import { invalid } from '../../base/errors';
import { parseUrl } from '../../base/parse-url';
import type { ValidationItem } from '../../contract/error';
import { type SettingsPatch, settingsPatchSchema } from '../../contract/settings';
import { frameOrigin } from '../frame-origin';
import { parseWebAddress } from '../web-address';

/** The settings that hold one URL. */
const NAMES = Object.entries(settingsPatchSchema.properties).flatMap(([name, property]) =>
  'format' in property && property.format === 'uri' ? [name as keyof SettingsPatch] : [],
);

/**
 * The same settings with every URL as the URL parser writes it, so that it means the same everywhere.
 * @param place where the settings are in the request: `['body']`
 * @throws ApiError 422 that names each setting whose URL cannot be used
 */
export function readSettingAddresses(patch: SettingsPatch, place: readonly string[]): SettingsPatch {
  const items: ValidationItem[] = [];
  const refuse = (loc: readonly string[], msg: string) =>
    items.push({ loc: [...place, ...loc], msg, type: 'value_error' });
  const next: Record<string, unknown> = { ...patch };
  for (const name of NAMES) {
    const text = patch[name];
    // A data URL is the picture itself: the schema says what it may hold.
    if (typeof text !== 'string' || text.startsWith('data:')) continue;
    const address = parseWebAddress(text);
    if (address.ok) next[name] = address.url.href;
    else refuse([name], address.reason);
  }
  if (patch.portalFrameAncestors) {
    const origins = patch.portalFrameAncestors.map(frameOrigin);
    next.portalFrameAncestors = [...new Set(origins)];
    for (const [index, origin] of origins.entries()) {
      if (origin === null) refuse(['portalFrameAncestors', `[${index}]`], ORIGIN_WANTED);
    }
  }
  if (patch.catalogDomain) {
    next.catalogDomain = patch.catalogDomain.toLowerCase();
    if (!parseUrl(`http://${patch.catalogDomain}/`))
      refuse(['catalogDomain'], 'This is not a valid host name.');
  }
  if (items.length > 0) throw invalid(...items);
  return next;
}

const ORIGIN_WANTED = 'This must be an origin such as https://app.example.com, without a path.';
