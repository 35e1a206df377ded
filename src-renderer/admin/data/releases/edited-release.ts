import type { FlagReleaseOut } from '../../../../src-server/contract/flag-release';
import { exactTime } from '../../../../src-server/contract/local-time';
import type { ApiClient } from '../../../api/api-client';
import { callTagged } from '../../../shared/forms/call-tagged';
import type { EditedThing } from '../../../shared/forms/save-changes';

/** A planned release as its form writes it. */
export type ReleaseFields = Pick<FlagReleaseOut, 'at' | 'note'>;

/** A planned release for a form that saves it. */
export function editedRelease(api: Pick<ApiClient, 'callText'>, release: string) {
  const path = { release };
  return {
    fields: {
      at: { label: 'When', members: ['at'], show: ({ at }) => exactTime(Date.parse(at)) },
      note: { label: 'Note', members: ['note'], show: ({ note }) => note ?? 'none' },
    },
    read: () => callTagged(api, 'GET /flag-releases/{release}', { path }),
    write: (body: Partial<ReleaseFields>) => api.callText('PATCH /flag-releases/{release}', { path, body }),
  } satisfies EditedThing<ReleaseFields>;
}
