import { portalLookOperations } from '../../contract/operations/portal-look';
import { type PortalLookOut, portalLookOutSchema } from '../../contract/portal-look';
import type { LookFileStore } from '../../storage/installation/look-file-store';
import type { PortalTextStore } from '../../storage/installation/portal-text-store';
import type { SettingStore, Settings } from '../../storage/installation/setting-store';
import { presentLookFile } from '../presenters/present-look-file';
import { portalTextFiles } from '../presenters/present-portal-texts';
import { type Route, route } from '../route';

/** The members that are files; all others are settings of the same names. */
type Files = Pick<PortalLookOut, 'logoFile' | 'fontFile' | 'texts'>;

const NAMES = Object.keys(portalLookOutSchema.properties) as (keyof PortalLookOut)[];

/** The look of the portal. Public: the page for an expired link looks like the others. */
export function portalLookRoutes({
  settings,
  lookFiles,
  portalTexts,
}: {
  readonly settings: Pick<SettingStore, 'current'>;
  readonly lookFiles: Pick<LookFileStore, 'get'>;
  readonly portalTexts: Pick<PortalTextStore, 'current'>;
}): readonly Route[] {
  const pathOf = (kind: 'logo' | 'font') => {
    const file = lookFiles.get(kind);
    return file ? presentLookFile(file).path : null;
  };
  return [
    route(portalLookOperations.read, {
      access: 'public',
      summary: 'Read the look of the portal and the rules of its forms from the settings.',
      handler() {
        const texts = portalTextFiles(portalTexts.current()).map(({ language, path }) => ({
          language,
          path,
        }));
        const files: Files = { logoFile: pathOf('logo'), fontFile: pathOf('font'), texts };
        const all: Settings & Files = { ...settings.current(), ...files };
        const look = Object.fromEntries(NAMES.map((name) => [name, all[name]])) as unknown as PortalLookOut;
        return { status: 200, body: look };
      },
    }),
  ];
}
