import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiClient } from '../../api/api-client';
import { ApiFailure, toApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useSession } from '../platform/session';
import styles from './log-in.module.css';
import { Mark } from './shell/mark';

/** Asks for the admin token and checks it before keeping it. */
export function LogIn() {
  const session = useSession();
  const [token, setToken] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await check(token.trim());
    setBusy(false);
    setRefusal(failure);
    if (!failure) session.signIn(token.trim());
  };
  return (
    <main className={styles.page}>
      <title>Log in · Posthorn</title>
      <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label="Log in">
        <div className={styles.brand}>
          <Mark /> Posthorn
        </div>
        <h1>Log in to this instance</h1>
        {session.ended && !refusal && <Notice tone="warning" title={session.ended} />}
        <TextField
          label="Admin token"
          type={shown ? 'text' : 'password'}
          mono
          autoFocus
          autoComplete="current-password"
          value={token}
          onChange={setToken}
          error={refusal && refusal.status !== 0 ? explain(refusal) : null}
          action={
            <Button
              icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              aria-label={shown ? 'Hide token' : 'Show token'}
              onPress={() => setShown(!shown)}
            />
          }
        />
        {refusal?.status === 0 && <Notice tone="error" title={refusal.detail} />}
        <Button kind="primary" type="submit" isDisabled={token.trim() === '' || busy}>
          {busy ? 'Checking' : 'Log in'}
        </Button>
        <p className={styles.help}>
          The server prints an address with the token when it starts. The token is also in the file{' '}
          <code>admin-token</code> of its data folder. This tab keeps the token until you close it.
        </p>
      </form>
    </main>
  );
}

async function check(token: string): Promise<ApiFailure | null> {
  try {
    const who = await new ApiClient({ baseAddress: '', token }).call('GET /auth/whoami');
    if (who.kind === 'admin') return null;
    return new ApiFailure(403, 'insufficient access', `This is a ${who.kind} token.`);
  } catch (cause) {
    return toApiFailure(cause);
  }
}

function explain({ status, detail }: ApiFailure): string {
  if (status === 401) return 'This instance does not know this token. Check that it is complete.';
  if (status === 403) return `${detail} These pages need an admin token.`;
  return detail;
}
