import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { callTagged } from '../../shared/forms/call-tagged';
import type { EditedThing } from '../../shared/forms/save-changes';
import type { CatalogApi } from '../platform/working-copy/catalog-api';

/** An event type as its form writes it, without its schema: all of it, or the part that an act is about. */
export type EventTypeFields = Partial<
  Pick<
    EventTypeOut,
    'description' | 'groupName' | 'featureFlags' | 'deprecated' | 'sunsetAt' | 'replacedBy' | 'archived'
  >
>;

const yesOrNo = (value = false) => (value ? 'yes' : 'no');

/** An event type for a form that saves it. */
export function editedEventType(api: CatalogApi, name: string) {
  return {
    fields: {
      description: { label: 'Description', members: ['description'] },
      featureFlags: {
        label: 'Feature flags',
        members: ['featureFlags'],
        show: ({ featureFlags }) => featureFlags?.join(', ') || 'none: everyone sees it',
      },
      groupName: { label: 'Group', members: ['groupName'] },
      deprecated: {
        label: 'Deprecated',
        members: ['deprecated'],
        show: ({ deprecated }) => yesOrNo(deprecated),
      },
      sunsetAt: {
        label: 'Supported until',
        members: ['sunsetAt'],
        show: ({ sunsetAt }) => sunsetAt?.slice(0, 10) ?? 'no date',
      },
      replacedBy: {
        label: 'Replaced by',
        members: ['replacedBy'],
        show: ({ replacedBy }) => replacedBy ?? 'nothing',
      },
      archived: { label: 'Archived', members: ['archived'], show: ({ archived }) => yesOrNo(archived) },
    },
    read: () => callTagged(api, 'GET /event-type/{name}', { path: { name } }),
    write: (body: EventTypeFields, ifMatch: string | null) =>
      api.callText('PATCH /event-type/{name}', { path: { name }, body }, { ifMatch }),
  } satisfies EditedThing<EventTypeFields>;
}
