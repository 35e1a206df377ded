import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useSession } from '../platform/session';
import { explainRefusal } from './explain-refusal';
import styles from './log-in.module.css';
import { Mark } from './shell/mark';

const STAYS =
  'This browser stays logged in until you log out, or for 30 days without use; it does not keep the token.';
const STAYS_FOR_RUN =
  'This page came over plain HTTP: whoever can read the traffic can take over the session, which ends when the server restarts. Use HTTPS. The browser does not keep the token.';

/** Asks for an admin token, with which this browser stays logged in. */
export function LogIn() {
  const session = useSession();
  const [token, setToken] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await session.logIn(token.trim());
    if (!failure) return;
    setBusy(false);
    setRefusal(failure);
  };
  return (
    <main className={styles.page}>
      <title>Log in · Posthorn</title>
      <form
        className={`${layout.stack4} ${styles.form}`}
        onSubmit={(event) => void submit(event)}
        aria-label="Log in"
      >
        <div className={`${layout.line2} ${layout.muted} ${layout.strong}`}>
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
          error={refusal && refusal.status !== 0 ? explainRefusal(refusal) : null}
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
        <p className={`${layout.ruled} ${layout.meta} ${layout.paddedTop4}`}>
          The server prints a URL with the token when it starts. The token is also in the file{' '}
          <code>admin-token</code> of its data folder. {isSecureContext ? STAYS : STAYS_FOR_RUN}
        </p>
      </form>
    </main>
  );
}
