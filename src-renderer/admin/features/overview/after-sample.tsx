import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { useApplications } from '../../data/use-applications';
import { useTo } from '../../platform/instance';

/** The uid of the application that the first run creates. */
const SAMPLE_UID = 'sample';

/** What the first run has done, and where to go from it, while its application is the only one. */
export function AfterSample() {
  const to = useTo();
  const [sample] = useApplications().data ?? [];
  if (sample?.uid !== SAMPLE_UID) return null;
  return (
    <Notice
      tone="info"
      title="This is the sample: an application whose endpoint is the built-in receiver."
      actions={
        <>
          <LinkButton size="small" to={to('apps', sample.id)}>
            Show the application
          </LinkButton>
          <LinkButton size="small" to={to('deliveries')}>
            Show the attempts
          </LinkButton>
          <LinkButton size="small" to={to('preview')}>
            Show what its customer sees
          </LinkButton>
        </>
      }
    >
      The figures below show its messages. Create an application for each of your customers; the figures cover
      them all.
    </Notice>
  );
}
