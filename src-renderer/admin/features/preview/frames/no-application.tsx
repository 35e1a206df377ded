import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { EmptyState } from '../../../../ui/empty-state';
import { FailureNotice } from '../../../../ui/failure-notice';
import { toast } from '../../../../ui/toast-store';
import { useCreateLocalApplication } from '../../../data/use-applications';
import { useLayer } from '../../../platform/commands/layer-store';

/** Shown in place of the frames while there is no application. */
export function NoApplication({ isCopy }: { readonly isCopy: boolean }) {
  const openLayer = useLayer((state) => state.open);
  const create = useCreateLocalApplication();
  const createHere = () =>
    whenDone(create.mutateAsync({ name: 'Preview' }), ({ name }) =>
      toast(`Created the application ${name} on this computer`),
    );
  return (
    <EmptyState
      title="The preview needs an application"
      actions={
        isCopy ? (
          <Button kind="primary" isDisabled={create.isPending} onPress={createHere}>
            Create one on this computer
          </Button>
        ) : (
          <Button kind="primary" needs="POST /app" onPress={() => openLayer('new-application')}>
            New application
          </Button>
        )
      }
    >
      <p>
        {isCopy
          ? 'This computer serves the portal of a working copy. Each frame logs in as an application of this computer.'
          : 'Each frame logs in as a customer. Create an application to see its portal.'}
      </p>
      {create.error && <FailureNotice title="The application was not created" cause={create.error} />}
    </EmptyState>
  );
}
