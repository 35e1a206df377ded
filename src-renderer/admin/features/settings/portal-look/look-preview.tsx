import { useMemo } from 'react';
import { LOCAL_CONNECTION } from '../../../../../src-server/contract/connection';
import type { SettingsOut } from '../../../../../src-server/contract/settings';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { useApplications } from '../../../data/use-applications';
import { useLookFiles } from '../../../data/use-look-files';
import { useLayer } from '../../../platform/commands/layer-store';
import { useInstance } from '../../../platform/instance';
import { LookFrame } from './look-frame';
import styles from './portal-look.module.css';

/** The real portal with a look that is not saved yet, or why it cannot be shown. */
export function LookPreview({ look }: { readonly look: SettingsOut }) {
  const { data: files } = useLookFiles();
  // A look without its files would show for a moment what is not there.
  const whole = useMemo(() => files && { ...look, ...files }, [look, files]);
  const { id } = useInstance();
  const applications = useApplications();
  const openLayer = useLayer((state) => state.open);
  const application = applications.data?.[0];
  if (id !== LOCAL_CONNECTION) {
    return (
      <p className={`${layout.stack3} ${layout.frozen} ${styles.without}`}>
        No preview here: another instance does not allow its pages in a frame. To see the saved look, open its
        portal with a link from Applications.
      </p>
    );
  }
  if (applications.data && !application) {
    return (
      <div className={`${layout.stack3} ${layout.frozen} ${styles.without}`}>
        <p>The preview logs in as one of your customers. Create an application to see it.</p>
        <Button onPress={() => openLayer('new-application')}>New application</Button>
      </div>
    );
  }
  return application && whole ? (
    <LookFrame appId={application.id} name={application.name} look={whole} />
  ) : null;
}
