import { X } from 'lucide-react';
import { useState } from 'react';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { TextField } from '../../../ui/text-field';
import { useChangeHeader, useHeaders } from '../../data/use-applications';
import styles from './detail.module.css';
import headerStyles from './endpoint-headers.module.css';

export interface EndpointHeadersProps {
  readonly appId: string;
  readonly endpointId: string;
}

/** Extra request headers: what is set, set one, remove one. Values of secret headers are never shown. */
export function EndpointHeaders({ appId, endpointId }: EndpointHeadersProps) {
  const headers = useHeaders(appId, endpointId);
  const change = useChangeHeader(appId, endpointId);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const set = () =>
    whenDone(change.mutateAsync({ name: name.trim(), value }), () => {
      setName('');
      setValue('');
    });
  const rows = [
    ...Object.entries(headers.data?.headers ?? {}),
    ...(headers.data?.sensitive ?? []).map((secret) => [secret, null] as const),
  ];
  return (
    <section className={styles.section} aria-labelledby="headers-title">
      <div className={styles.sectionHead}>
        <h3 id="headers-title">Headers</h3>
        <span className={styles.aside}>sent with every request to this endpoint</span>
      </div>
      {headers.error && <FailureNotice title="The headers could not be read" cause={headers.error} />}
      {rows.length > 0 && (
        <ul className={headerStyles.rows}>
          {rows.map(([header, text]) => (
            <li key={header}>
              <code className={headerStyles.name}>{header}</code>
              <code className={headerStyles.value}>{text ?? 'hidden, write only'}</code>
              <Button
                kind="quiet"
                size="small"
                icon={<X aria-hidden />}
                aria-label={`Remove header ${header}`}
                onPress={() => change.mutate({ name: header, value: null })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.inline}>
        <TextField label="Header" mono value={name} onChange={setName} placeholder="x-tenant" />
        <TextField label="Value" mono value={value} onChange={setValue} />
        <Button onPress={set} isDisabled={name.trim() === '' || change.isPending}>
          Set header
        </Button>
      </div>
      {change.error && <FailureNotice title="The header was not changed" cause={change.error} />}
    </section>
  );
}
