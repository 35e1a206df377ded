import { X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEndpointHeaders } from '../../shared/endpoint/use-endpoint-headers';
import { SaveFailure } from '../../shared/forms/save-failure';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';

/** Extra request headers: lists, sets and removes them. Values of secret headers are never shown. */
export function EndpointHeaders({ endpointId }: { readonly endpointId: string }) {
  const { application, may } = usePortalSession();
  const labels = useLabels().endpoints.headers;
  const { headers, rows, remove, saving, set, canSet, ...form } = useEndpointHeaders(
    application.id,
    endpointId,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set();
  };
  return (
    <section className={styles.section}>
      <h2>{labels.title}</h2>
      <p className={layout.lead}>{labels.text}</p>
      {headers.error && (
        <FailureNotice title={labels.notRead} cause={headers.error} onRetry={() => void headers.refetch()} />
      )}
      {headers.data && rows.length === 0 && <p className={layout.muted}>{labels.none}</p>}
      {rows.length > 0 && (
        <ul className={`${layout.wide} ${layout.ruled} ${styles.headers}`}>
          {rows.map(([header, text]) => (
            <li key={header}>
              <code>{header}</code>
              {text === null ? <span className={layout.muted}>{labels.hidden}</span> : <code>{text}</code>}
              {may('ManageEndpoint') && (
                <Button
                  kind="quiet"
                  size="small"
                  icon={<X aria-hidden />}
                  aria-label={labels.remove({ name: header })}
                  onPress={() => remove(header)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {may('ManageEndpoint') && (
        <form className={layout.rowEndWide} onSubmit={submit}>
          <TextField
            label={labels.name}
            mono
            value={form.name}
            onChange={form.setName}
            placeholder={labels.nameExample}
            autoComplete="off"
          />
          <TextField
            label={labels.value}
            mono
            value={form.value}
            onChange={form.setValue}
            autoComplete="off"
          />
          <Button type="submit" isDisabled={!canSet}>
            {labels.set}
          </Button>
        </form>
      )}
      <SaveFailure title={labels.notChanged} saving={saving} />
    </section>
  );
}
