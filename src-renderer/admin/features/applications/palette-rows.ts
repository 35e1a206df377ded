import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';

/** The part of a palette query that may name an endpoint. Empty: nothing. */
export function endpointLabel(query: string): string {
  return /^\s*[>@#]/.test(query) ? '' : query.replace(/^\s*:/, '').trim().slice(0, 200);
}

/** Applications as the palette finds them. */
export function applicationRows(applications: readonly ApplicationOut[]): PaletteRow[] {
  return applications.map(({ id, uid, name }) =>
    paletteRow({
      key: `application ${id}`,
      kind: 'application',
      label: name,
      detail: uid ?? '',
      to: ['apps', id],
      texts: [name.toLowerCase(), (uid ?? '').toLowerCase()],
      ids: uid ? [id, uid] : [id],
    }),
  );
}

/** Endpoints as the palette finds them. */
export function endpointRows(endpoints: readonly FleetEndpointOut[]): PaletteRow[] {
  return endpoints.map(({ id, uid, url, description, appId, appName }) =>
    paletteRow({
      key: `endpoint ${id}`,
      kind: 'endpoint',
      label: url,
      detail: description === '' ? appName : `${appName}, ${description}`,
      to: ['apps', appId, 'endpoints', id],
      texts: [url.toLowerCase(), appName.toLowerCase(), description.toLowerCase()],
      ids: uid ? [id, uid] : [id],
    }),
  );
}
