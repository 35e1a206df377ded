import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { TextField } from '../../ui/text-field';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';
import { useEndpointPath, useHeaders } from './use-endpoints';

/** Extra request headers: what is set, set one, remove one. Values of secret headers are never shown. */
export function EndpointHeaders({ endpointId }: { readonly endpointId: string }) {
  const { api, may } = usePortalSession();
  const words = useWords().endpoints.headers;
  const path = useEndpointPath(endpointId);
  const queries = useQueryClient();
  const headers = useHeaders(endpointId);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const change = useMutation({
    mutationFn: (next: Readonly<Record<string, string | null>>) =>
      api.call('PATCH /app/{app}/endpoint/{endpoint}/headers', {
        path,
        body: { headers: next },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['endpoints', endpointId, 'headers'] }),
  });
  const set = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    whenDone(change.mutateAsync({ [name.trim()]: value }), () => {
      setName('');
      setValue('');
    });
  };
  const rows = [
    ...Object.entries(headers.data?.headers ?? {}),
    ...(headers.data?.sensitive ?? []).map((secret) => [secret, null] as const),
  ];
  return (
    <section className={styles.section}>
      <h2>{words.title}</h2>
      <p className={styles.lead}>{words.text}</p>
      {headers.error && (
        <FailureNotice title={words.notRead} cause={headers.error} onRetry={() => void headers.refetch()} />
      )}
      {headers.data && rows.length === 0 && <p className={styles.quiet}>{words.none}</p>}
      {rows.length > 0 && (
        <ul className={styles.headers}>
          {rows.map(([header, text]) => (
            <li key={header}>
              <code>{header}</code>
              {text === null ? <span className={styles.quiet}>{words.hidden}</span> : <code>{text}</code>}
              {may('ManageEndpoint') && (
                <Button
                  kind="quiet"
                  size="small"
                  icon={<X aria-hidden />}
                  aria-label={words.remove(header)}
                  onPress={() => change.mutate({ [header]: null })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {may('ManageEndpoint') && (
        <form className={styles.inline} onSubmit={set}>
          <TextField
            label={words.name}
            mono
            value={name}
            onChange={setName}
            placeholder={words.nameExample}
            autoComplete="off"
          />
          <TextField label={words.value} mono value={value} onChange={setValue} autoComplete="off" />
          <Button type="submit" isDisabled={name.trim() === '' || change.isPending}>
            {words.set}
          </Button>
        </form>
      )}
      {change.error && <FailureNotice title={words.notChanged} cause={change.error} />}
    </section>
  );
}
