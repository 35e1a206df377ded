import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ConnectionOut, LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { isFolderAddress, shownAddress } from '../../../../src-server/contract/folder-address';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { useConnections, useRemoveConnection } from '../../data/working-copy/use-connections';
import { ConfirmPair } from '../../parts/confirm-pair';
import { AddConnection } from '../../parts/connections/add-connection';
import { Protected, Swatch } from '../../parts/connections/connection-marks';
import { EditConnection } from '../../parts/connections/edit-connection';
import styles from '../../parts/settings.module.css';
import { useInstance } from '../../platform/instance';
import { KeyStoreNotice } from './key-store-notice';

/** The instances that this window can show. */
export function ConnectionSettings() {
  const { id } = useInstance();
  const connections = useConnections();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="connection-settings">
      <header>
        <h2 id="connection-settings">Connections</h2>
        <p className={layout.lead}>
          This window can manage other instances, and catalogs in folders. The server on this computer keeps
          the tokens of instances and never sends them to a page.
        </p>
      </header>
      <KeyStoreNotice />
      <div>
        <Button needs="POST /connections" onPress={() => setAdding(true)}>
          Connect to another instance
        </Button>
      </div>
      {connections.error && (
        <FailureNotice title="The connections could not be loaded" cause={connections.error} />
      )}
      <ul className={styles.rows}>
        <li>
          <Swatch connection={undefined} />
          <span className={styles.grow}>
            <span className={styles.name}>This computer</span>
            <span className={layout.metaWrapping}>{location.origin}</span>
          </span>
          {id === LOCAL_CONNECTION ? (
            <span className={layout.metaWrapping}>current</span>
          ) : (
            <LinkButton size="small" to={`/${LOCAL_CONNECTION}/settings/connections`}>
              Switch
            </LinkButton>
          )}
        </li>
        {connections.data?.map((connection) => (
          <Row key={connection.id} connection={connection} inView={connection.id === id} />
        ))}
      </ul>
      {adding && (
        <AddConnection
          onClose={() => setAdding(false)}
          onAdded={(connection) => void navigate(`/${connection.id}/catalog`)}
        />
      )}
    </section>
  );
}

function Row({ connection, inView }: { readonly connection: ConnectionOut; readonly inView: boolean }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const remove = useRemoveConnection();
  const act = () => {
    if (inView) void navigate(`/${LOCAL_CONNECTION}/settings/connections`);
    remove.mutate(connection.id);
  };
  return (
    <li>
      <Swatch connection={connection} />
      <span className={styles.grow}>
        <span className={styles.name}>
          {connection.name} {connection.protected && <Protected />}
        </span>
        <span className={layout.metaWrapping}>
          {shownAddress(connection.baseUrl)}
          {connection.mode === 'working-copy' && ', edited in a working copy'}
        </span>
      </span>
      {asking ? (
        <ConfirmPair
          confirm={
            isFolderAddress(connection.baseUrl) ? 'Remove, and keep the folder' : 'Remove with its token'
          }
          isPending={remove.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={act}
        />
      ) : (
        <>
          {inView ? (
            <span className={layout.metaWrapping}>current</span>
          ) : (
            <LinkButton size="small" to={`/${connection.id}/catalog`}>
              Switch
            </LinkButton>
          )}
          <Button
            size="small"
            kind="quiet"
            aria-label={`Edit ${connection.name}`}
            needs="PATCH /connections/{id}"
            onPress={() => setEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Remove ${connection.name}`}
            needs="DELETE /connections/{id}"
            onPress={() => setAsking(true)}
          >
            Remove
          </Button>
        </>
      )}
      {editing && <EditConnection connection={connection} onClose={() => setEditing(false)} />}
      {remove.error && <FailureNotice title="The connection was not removed" cause={remove.error} />}
    </li>
  );
}
