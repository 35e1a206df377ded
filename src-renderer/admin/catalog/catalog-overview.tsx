import { EmptyState } from '../../ui/empty-state';
import { LinkButton } from '../../ui/link-button';
import { useTo } from '../frame/instance';
import { knownFlags, useEventTypes } from './use-catalog';

/** What stands beside the list while nothing is chosen. */
export function CatalogOverview() {
  const to = useTo();
  const types = useEventTypes();
  const current = types.data?.filter((type) => !type.archived) ?? [];
  const flags = knownFlags(current);
  if (!types.isSuccess) return null;
  return (
    <EmptyState
      title="The catalog"
      actions={
        <>
          <LinkButton to={to('import')}>Import from OpenAPI</LinkButton>
          <LinkButton to={to('settings', 'catalog')} kind="quiet">
            Publish it
          </LinkButton>
        </>
      }
    >
      <p>
        {current.length === 0
          ? 'Customers choose from the event types in the catalog. Import them from an OpenAPI document, or make the first one with New.'
          : summary(current.length, current.filter((type) => type.featureFlags?.length).length, flags.length)}
      </p>
      {current.length > 0 && <p>Choose one on the left to see its schema and an example.</p>}
    </EmptyState>
  );
}

function summary(all: number, flagged: number, flags: number): string {
  const types = `${all} event ${all === 1 ? 'type' : 'types'}`;
  if (flagged === 0) return `${types}, all visible to every customer.`;
  return `${types}, ${flagged} of them hidden behind ${flags} feature ${flags === 1 ? 'flag' : 'flags'}.`;
}
