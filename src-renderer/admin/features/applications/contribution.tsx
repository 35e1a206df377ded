import { useNavigate } from 'react-router';
import { separatePart } from '../../../ui/separate-part';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import type { Contribution } from '../../platform/contribution';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';

const CreateApplication = separatePart(() =>
  import('./create-application').then(({ CreateApplication }) => CreateApplication),
);

export const applicationsContribution: Contribution = {
  feature: 'applications',
  useCommands: () => {
    const open = useLayer((state) => state.open);
    const when = useWhenMay();
    useCommand(
      'new-application',
      when('POST /app', () => open('new-application')),
    );
  },
  layers: { 'new-application': NewApplication },
};

function NewApplication({ onClose }: { readonly onClose: () => void }) {
  const to = useTo();
  const navigate = useNavigate();
  return <CreateApplication onClose={onClose} onCreated={({ id }) => void navigate(to('apps', id))} />;
}
