import type { ApplicationOut } from '../../../src-server/contract/application';
import type { ApiClient } from '../../api/api-client';
import { callTagged } from '../../shared/forms/call-tagged';
import type { EditedThing } from '../../shared/forms/save-changes';

/** An application as its form writes it: all of it, or the part that an act is about. */
export type ApplicationFields = Partial<Pick<ApplicationOut, 'name' | 'uid' | 'rateLimit'>>;

/** An application for a form that saves it. */
export function editedApplication(api: Pick<ApiClient, 'callText'>, appId: string) {
  const path = { app: appId };
  return {
    fields: {
      name: { label: 'Name', members: ['name'] },
      rateLimit: {
        label: 'Rate limit',
        members: ['rateLimit'],
        show: ({ rateLimit }) => (rateLimit == null ? 'No limit' : `${rateLimit}/s`),
      },
      uid: { label: 'Your identifier', members: ['uid'] },
    },
    read: () => callTagged(api, 'GET /app/{app}', { path }),
    write: (body: ApplicationFields, ifMatch: string | null) =>
      api.callText('PATCH /app/{app}', { path, body }, { ifMatch }),
  } satisfies EditedThing<ApplicationFields>;
}
