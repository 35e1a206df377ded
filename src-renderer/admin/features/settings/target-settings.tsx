import { useState } from 'react';
import type { TargetConsentOut } from '../../../../src-server/contract/target-consent';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useRevokeTarget, useTargetConsents } from '../../data/use-target-consents';
import { ConfirmPair } from '../../parts/confirm-pair';
import styles from '../../parts/settings.module.css';
import { AllowTarget } from './allow-target';

/** The non-public targets that deliveries may reach: lists, adds and removes them. */
export function TargetSettings() {
  const consents = useTargetConsents();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="target-settings">
      <header>
        <h2 id="target-settings">Network access</h2>
        <p className={layout.lead}>
          Deliveries reach public addresses. Private ones must be allowed, either here or when the server is
          started: networks with <code>--allow-target</code>, its own computer with <code>--workstation</code>
          , which the desktop program and <code>npm start</code> set.
        </p>
      </header>
      <div>
        <Button needs="POST /target-consent" onPress={() => setAdding(true)}>
          Allow a target
        </Button>
      </div>
      {!consents.data && <Unread what="the targets" rows={3} query={consents} />}
      {consents.data?.length === 0 && <p className={layout.metaWrapping}>No targets allowed yet.</p>}
      {consents.data && consents.data.length > 0 && (
        <ul className={styles.rows} aria-label="Allowed targets">
          {consents.data.map((consent) => (
            <Row key={consent.id} consent={consent} />
          ))}
        </ul>
      )}
      {adding && <AllowTarget onClose={() => setAdding(false)} />}
    </section>
  );
}

function Row({ consent }: { readonly consent: TargetConsentOut }) {
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeTarget();
  const { target, note, createdAt } = consent;
  return (
    <li>
      <span className={styles.grow}>
        <code className={styles.name}>{target}</code>
        <span className={layout.metaWrapping}>
          {scopeOf(consent)}, allowed <Time at={createdAt} />
        </span>
        {note && <span className={layout.metaWrapping}>{note}</span>}
        {asking && (
          <span className={`${layout.below1} ${layout.small}`} role="status">
            From the next request, deliveries to this target fail and are retried as usual. Endpoints stay.
          </span>
        )}
      </span>
      {asking ? (
        <ConfirmPair
          confirm="Remove now"
          isPending={revoke.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => revoke.mutate(consent.id)}
        />
      ) : (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Remove ${target}`}
          needs="DELETE /target-consent/{id}"
          onPress={() => setAsking(true)}
        >
          Remove
        </Button>
      )}
      {revoke.error && <FailureNotice title="The target was not removed" cause={revoke.error} />}
    </li>
  );
}

function scopeOf({ kind, target }: TargetConsentOut): string {
  if (kind === 'host') return 'Any address of this name';
  return target.includes('/') ? 'Every address of this network' : 'This address';
}
