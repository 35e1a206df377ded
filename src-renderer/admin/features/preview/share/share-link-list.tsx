import { useState } from 'react';
import type { ShareLinkOut } from '../../../../../src-server/contract/share-link';
import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Time } from '../../../../ui/time';
import { toast } from '../../../../ui/toast-store';
import { Unread } from '../../../../ui/unread';
import { useRevokeShareLink, useShareLinks } from '../../../data/use-share-links';
import { ConfirmPair } from '../../../parts/confirm-pair';
import styles from '../preview-bar.module.css';

/** The links there are: when each was created, ends, and was last opened; and how to end it. */
export function ShareLinkList() {
  const links = useShareLinks();
  return (
    <section className={layout.stackClose} aria-labelledby="share-links">
      <h3 id="share-links">Links</h3>
      {!links.data && <Unread what="the share links" rows={2} query={links} />}
      {links.data?.length === 0 && <p className={layout.meta}>None yet.</p>}
      {links.data && links.data.length > 0 && (
        <ul className={layout.ruled}>
          {links.data.map((link) => (
            <Row key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ link }: { readonly link: ShareLinkOut }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeShareLink();
  const name = link.title ?? link.frames.map((frame) => `${frame.letter} ${frame.name}`).join(', ');
  const works = link.revokedAt === null && Date.parse(link.expiresAt) > Date.now();
  const end = () =>
    whenDone(revoke.mutateAsync(link.id), () =>
      toast(`Revoked the link to ${name}. Pages opened with it are closed.`),
    );
  return (
    <li className={`${layout.rowCenteredFlat} ${layout.underlined} ${styles.link}`}>
      <span className={`${layout.column} ${layout.shrinking} ${styles.what}`}>
        <span className={layout.breakable}>{name}</span>
        <span className={layout.meta}>
          {link.frames.some(({ source }) => source !== 'stored') ? 'Snapshot' : 'Live'}, created{' '}
          <Time at={link.createdAt} />,{' '}
          {link.revokedAt !== null ? (
            <>
              revoked <Time at={link.revokedAt} />
            </>
          ) : (
            <>
              {works ? 'expires' : 'expired'} <Time at={link.expiresAt} as="ahead" />
            </>
          )}
          ,{' '}
          {link.lastOpenedAt === null ? (
            'never opened'
          ) : (
            <>
              last opened <Time at={link.lastOpenedAt} />
            </>
          )}
        </span>
      </span>
      {works &&
        (isAsking ? (
          <ConfirmPair
            confirm="Revoke now"
            isPending={revoke.isPending}
            onKeep={() => setAsking(false)}
            onConfirm={end}
          />
        ) : (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Revoke ${name}`}
            needs="DELETE /share-links/{share}"
            onPress={() => setAsking(true)}
          >
            Revoke
          </Button>
        ))}
      {revoke.error && <FailureNotice title="The link was not revoked" cause={revoke.error} />}
    </li>
  );
}
