import { X } from 'lucide-react';
import { useEndpointHeaders } from '../../../shared/endpoint/use-endpoint-headers';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import styles from './detail.module.css';

interface EndpointHeadersProps {
  readonly appId: string;
  readonly endpointId: string;
}

/** Extra request headers: lists, sets and removes them. Values of secret headers are never shown. */
export function EndpointHeaders({ appId, endpointId }: EndpointHeadersProps) {
  const { headers, rows, remove, saving, set, canSet, ...form } = useEndpointHeaders(appId, endpointId);
  return (
    <section className={layout.stack3} aria-labelledby="headers-title">
      <div className={styles.sectionHead}>
        <h3 id="headers-title">Headers</h3>
        <span className={layout.meta}>sent with every request to this endpoint</span>
      </div>
      {headers.error && <FailureNotice title="The headers could not be loaded" cause={headers.error} />}
      {rows.length > 0 && (
        <ul className={styles.headerRows}>
          {rows.map(([header, text]) => (
            <li key={header}>
              <code className={styles.name}>{header}</code>
              <code className={`${layout.muted} ${styles.value}`}>{text ?? 'hidden, write-only'}</code>
              <Button
                kind="quiet"
                size="small"
                icon={<X aria-hidden />}
                aria-label={`Remove header ${header}`}
                needs="PATCH /app/{app}/endpoint/{endpoint}/headers"
                onPress={() => remove(header)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classNames(layout.rowEnd, styles.inline)}>
        <TextField label="Header" mono value={form.name} onChange={form.setName} placeholder="x-tenant" />
        <TextField label="Value" mono value={form.value} onChange={form.setValue} />
        <Button onPress={set} isDisabled={!canSet} needs="PATCH /app/{app}/endpoint/{endpoint}/headers">
          Set header
        </Button>
      </div>
      <SaveFailure title="The headers were not changed" saving={saving} />
    </section>
  );
}
