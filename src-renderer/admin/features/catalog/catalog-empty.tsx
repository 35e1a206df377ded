import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { NameLockup } from '../../../ui/name-lockup';
import { toast } from '../../../ui/toast-store';
import { useLayer } from '../../platform/commands/layer-store';
import { useInstance, useTo } from '../../platform/instance';
import styles from './catalog-screen.module.css';
import { postBulk } from './use-bulk';

/** An empty catalog: what it is for, a sample row, and the ways to start. */
export function CatalogEmpty() {
  const to = useTo();
  const { isCopy } = useInstance();
  const open = useLayer((state) => state.open);
  const sample = useLoadSample();
  return (
    <EmptyState
      title="No event types yet"
      ghost={
        <div className={`${layout.line2} ${layout.apart} ${styles.ghost}`}>
          <NameLockup name="invoice.paid" />
          <FlagChip flag="beta" />
        </div>
      }
      actions={
        <>
          <Button kind="primary" needs="POST /event-type" onPress={() => open('new-event-type')}>
            Add your first event type
          </Button>
          {!isCopy && (
            <>
              <LinkButton to={to('import')}>Import from OpenAPI</LinkButton>
              <Button
                isDisabled={sample.isPending}
                needs="POST /sample/catalog"
                onPress={() => sample.mutate()}
              >
                Load sample catalog
              </Button>
            </>
          )}
        </>
      }
    >
      <p>
        An event type names one kind of message, such as invoice.paid. Customers choose which ones they
        receive.
      </p>
      {sample.error && <FailureNotice title="The sample catalog was not loaded" cause={sample.error} />}
    </EmptyState>
  );
}

/** Adds the sample's event types, and offers to remove them again. */
function useLoadSample() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [id, 'catalog'] });
  return useMutation({
    mutationFn: () => api.call('POST /sample/catalog'),
    onSuccess: ({ added }) => {
      toast(`Added ${added.length} sample event types`, async () => {
        // Types changed since then are now somebody's work.
        await postBulk(
          api,
          added.map((name) => ({ name, remove: true, ifVersion: 1 })),
        );
        await refresh();
      });
      return refresh();
    },
  });
}
