import type { PortalTexts } from '../../../../src-server/contract/portal-text';
import type { ApiClient } from '../../../api/api-client';
import { callTagged } from '../../../shared/forms/call-tagged';
import type { EditedThing } from '../../../shared/forms/save-changes';

/**
 * The sender's texts of the portal in one language, for a form that saves some of them. An empty text is none.
 * @param paths all that there are
 */
export function editedTexts(
  api: Pick<ApiClient, 'callText'>,
  language: string,
  paths: readonly string[],
): EditedThing<PortalTexts> {
  let latest: PortalTexts = {};
  return {
    fields: Object.fromEntries(paths.map((path) => [path, { label: path, members: [path] }])),
    async read() {
      const { value, tag } = await callTagged(api, 'GET /portal/texts/{language}', { path: { language } });
      latest = value.texts;
      return { value: latest, tag };
    },
    write: (patch, ifMatch) => {
      const texts = withoutEmpty({ ...latest, ...patch });
      return api.callText(
        'PUT /portal/texts/{language}',
        { path: { language }, body: { texts } },
        { ifMatch },
      );
    },
  };
}

/** The texts without those that are empty or undefined: for them, what ships applies. */
export function withoutEmpty(texts: Readonly<Record<string, string | undefined>>): PortalTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => (text ? [[path, text] as const] : [])),
  );
}
