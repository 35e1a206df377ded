import { ExternalLink, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApplicationOut } from '../../../src-server/contract/application';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { FlagsField } from '../../ui/flags-field';
import { Select } from '../../ui/select';
import { knownFlags, useEventTypes } from '../catalog/use-catalog';
import styles from './detail.module.css';
import { usePortalAccess } from './use-applications';

const EXPIRIES = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
] as const;

/** Makes a link that logs this customer into the portal. */
export function PortalAccess({ application }: { readonly application: ApplicationOut }) {
  const types = useEventTypes();
  const [flags, setFlags] = useState<readonly string[]>([]);
  const [expiry, setExpiry] = useState<string>('604800');
  const access = usePortalAccess(application.id);
  return (
    <section className={styles.section} aria-labelledby="portal-title">
      <div className={styles.sectionHead}>
        <h3 id="portal-title">Portal access</h3>
      </div>
      <div className={styles.form}>
        <p>
          A link logs {application.name} into its own portal: the catalog, its endpoints and its messages, and
          nothing of other applications. Whoever has the link is in; send it to nobody else.
        </p>
        <FlagsField
          label="Feature flags it may see"
          flags={flags}
          onChange={setFlags}
          known={knownFlags(types.data)}
          hint="None: only what everyone sees."
        />
        <div className={styles.inline}>
          <Select label="Works for" value={expiry} onChange={setExpiry} options={EXPIRIES} />
          <Button
            kind="primary"
            icon={<KeyRound aria-hidden />}
            isDisabled={access.isPending}
            onPress={() => access.mutate({ featureFlags: [...flags], expiry: Number(expiry) })}
          >
            Make a link
          </Button>
        </div>
        {access.error && <FailureNotice title="No link was made" cause={access.error} />}
        {access.data && (
          <>
            <p className={styles.link} role="status" data-testid="portal-link">
              {access.data.url}
            </p>
            <div className={styles.actions}>
              <CopyButton text={access.data.url} what="portal link" withWord />
              <Button
                size="small"
                kind="quiet"
                icon={<ExternalLink aria-hidden />}
                onPress={() => window.open(access.data.url, '_blank', 'noopener,noreferrer')}
              >
                Open the portal
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
