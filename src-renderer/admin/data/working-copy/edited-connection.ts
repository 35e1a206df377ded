import type { ConnectionOut } from '../../../../src-server/contract/connection';
import type { ApiClient } from '../../../api/api-client';
import { callTagged } from '../../../shared/forms/call-tagged';
import type { EditedThing } from '../../../shared/forms/save-changes';

/** A connection as its form writes it. Its token is written and never read: absent, it stays. */
export type ConnectionFields = Pick<ConnectionOut, 'name' | 'colour' | 'protected' | 'mode'> & {
  readonly token?: string;
};

/** A connection for a form that saves it. */
export function editedConnection(api: Pick<ApiClient, 'callText'>, id: string) {
  const path = { id };
  return {
    fields: {
      name: { label: 'Name', members: ['name'] },
      token: { label: 'Admin token', members: ['token'], show: () => 'hidden' },
      colour: { label: 'Color', members: ['colour'], show: ({ colour }) => colour ?? 'Automatic' },
      protected: {
        label: 'Protected',
        members: ['protected'],
        show: (connection) => (connection.protected ? 'yes' : 'no'),
      },
      mode: { label: 'Editing', members: ['mode'] },
    },
    read: () => callTagged(api, 'GET /connections/{id}', { path }),
    write: (body: Partial<ConnectionFields>, ifMatch: string | null) =>
      api.callText('PATCH /connections/{id}', { path, body }, { ifMatch }),
  } satisfies EditedThing<ConnectionFields>;
}
